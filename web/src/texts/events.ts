// What tournaments, clubs and series say: German, French, Spanish.
import type { Texts } from "../language";

export const events = {
  "{count} group|{count} groups": ["{count} Gruppe|{count} Gruppen", "{count} groupe|{count} groupes", "{count} grupo|{count} grupos"],
  "{count} table|{count} tables": ["{count} Tisch|{count} Tische", "{count} table|{count} tables", "{count} mesa|{count} mesas"],
  "{count} place|{count} places": ["{count} Platz|{count} Plätze", "{count} place|{count} places", "{count} plaza|{count} plazas"],
  "{count} round|{count} rounds": ["{count} Runde|{count} Runden", "{count} ronde|{count} rondes", "{count} ronda|{count} rondas"],
  "{count} best result|{count} best results": ["{count} bestes Ergebnis|{count} beste Ergebnisse", "{count} meilleur résultat|{count} meilleurs résultats", "{count} mejor resultado|{count} mejores resultados"],
} satisfies Texts;
