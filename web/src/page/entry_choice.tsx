// One of the entries, by name.
import type { Named } from "./pages";

interface EntryChoiceProps {
  label: string;
  names: Named;
  /** The number of the entry; 0 for nobody. */
  value: number;
  /** What is said for nobody. */
  none: string;
  onChange: (entry: number) => void;
}

export function EntryChoice({ label, names, value, none, onChange }: EntryChoiceProps) {
  return (
    <label>{label} <select value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
      <option value={0}>{none}</option>
      {names.map(([entry, name]) => <option key={entry} value={entry}>{name}</option>)}
    </select></label>
  );
}
