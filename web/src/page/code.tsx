// An address as a code that the camera of a phone reads.
import { generate } from "lean-qr/nano";
import { t } from "../language";

/** Cameras need a border of this many modules around a code. */
const BORDER = 4;

export function AddressCode({ path }: { path: string }) {
  const address = location.origin + path;
  const code = generate(address);
  let drawn = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) drawn += `M${x} ${y}h1v1h-1z`;
  }
  const size = code.size + 2 * BORDER;
  return (
    <svg class="address-code" role="img" aria-label={t("Code of the address {address}", { address })} viewBox={`${-BORDER} ${-BORDER} ${size} ${size}`} shape-rendering="crispEdges">
      <rect x={-BORDER} y={-BORDER} width={size} height={size} fill="#fff" />
      <path d={drawn} fill="#000" />
    </svg>
  );
}
