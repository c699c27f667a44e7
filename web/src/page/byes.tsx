// The rounds that an entry leaves out, where the event allows it: as its player or an organizer chooses them.
import type { Schemas } from "../api";
import { t } from "../language";

interface ByesProps {
  event: Schemas["Tournament"];
  entry: Schemas["TournamentEntry"];
  legend: string;
  isBusy: boolean;
  /** A round that is left out from now on, or no longer. */
  onChange: (round: number, isLeftOut: boolean) => void;
}

/** Whether rounds of the event can be left out. */
export const hasByes = (event: Schemas["Tournament"]): boolean => event.byes.max > 0 && roundsLeft(event) > 0;

const roundsLeft = ({ rounds, round_count }: Schemas["Tournament"]): number => Math.max(0, (rounds ?? 0) - round_count);

export function Byes({ event, entry, legend, isBusy, onChange }: ByesProps) {
  const asked = entry.requested_byes ?? [];
  return (
    <fieldset><legend>{legend}</legend>
      {Array.from({ length: roundsLeft(event) }, (_, place) => event.round_count + 1 + place).map((round) => (
        <label key={round} class="check"><input type="checkbox" disabled={isBusy || (asked.length >= event.byes.max && !asked.includes(round))} checked={asked.includes(round)}
          onChange={() => onChange(round, !asked.includes(round))} /> {t("Round {n}", { n: round })}</label>
      ))}
    </fieldset>
  );
}
