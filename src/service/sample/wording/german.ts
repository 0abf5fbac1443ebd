import type { GermanWording } from './language.ts';

/** The wording of answers in German. It has no sentiment, which is measured in English only. */
export const german: GermanWording = {
  options: 'Anbieter',
  considerations: 'Darauf sollten Sie achten',
  tip: 'Tipp',
  source: 'Quelle',
  topic: 'passende Angebote',
  closings: [
    'Nennen Sie mir Ihr Budget, dann kann ich die Auswahl eingrenzen.',
    'Soll ich die Preise miteinander vergleichen?',
    'Möchten Sie zu einem der Anbieter mehr wissen?',
  ],
  openings: [
    'Wer {topic} sucht, sollte zuerst auf Beratung, Auswahl und Rückgabe achten.',
    'Für {topic} gibt es in Deutschland mehrere Anbieter, die sich vor allem im Preis unterscheiden.',
    'Bei der Suche kommt es darauf an, wie oft und wofür Sie das Angebot nutzen.',
  ],
  advice: [
    'Unabhängige Tests vergleichen Gewicht, Material und Haltbarkeit.',
    'Prüfen Sie vor dem Kauf, wie lange Sie die Ware zurückgeben können.',
    'Viele Geschäfte bieten Reparaturen auch nach mehreren Jahren noch an.',
    'Am Ende der Saison sind die Preise meist deutlich niedriger.',
    'Eine Beratung vor Ort lohnt sich vor allem für Einsteiger.',
    'Lesen Sie zuerst die neuesten Bewertungen, denn das Angebot ändert sich oft.',
  ],
  assessments: [
    '{brand} bietet eine große Auswahl und wird von vielen Kunden gelobt.',
    '{brand} gilt als zuverlässig, auch wenn die Preise etwas höher sind.',
    'Bei {brand} überzeugt vor allem die persönliche Beratung.',
    '{brand} wird in mehreren Vergleichen genannt und liefert schnell.',
    '{brand} ist eine günstige Möglichkeit, hat aber weniger Auswahl.',
    'Einige Kunden von {brand} berichten von langen Wartezeiten.',
    'Für Einsteiger ist {brand} oft die einfachste Wahl.',
    '{brand} repariert eigene Produkte auch nach Jahren noch.',
  ],
};
