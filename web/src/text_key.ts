/** Returns what the files of the languages call a text: five characters of its hash (FNV-1a), which are shorter than the text. The build
 * refuses two texts that share them. */
export function keyOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return (hash >>> 0).toString(36).slice(-5);
}
