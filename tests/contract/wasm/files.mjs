// The texts of the repository that the cases need.
import { readdirSync, readFileSync } from "node:fs";

const ROOT = new URL("../../../", import.meta.url);
const texts = (folder) => readdirSync(new URL(folder, ROOT)).map((name) => ({ name, text: readFileSync(new URL(folder + name, ROOT), "utf8") }));

export const files = { playthroughs: texts("tests/engine/playthroughs/"), exports: texts("tests/exports/") };
