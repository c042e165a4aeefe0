import type { CommentVoice } from './voice.ts'

export const de: CommentVoice = {
  authors: [
    'Lena',
    'Jonas',
    'Miriam',
    'Felix',
    'Katharina',
    'Tobias',
    'Anke',
    'Florian',
    'Greta',
    'Stefan',
    'Nadja',
    'Moritz',
  ],
  cars: [
    [5, 'Genau das Auto von den Bildern, und am Flughafen wartete schon jemand.'],
    [5, 'Blitzsauber, voller Tank, und die Kaution kam am selben Tag zurück.'],
    [5, 'Unser Flug hatte zwei Stunden Verspätung, trotzdem wurde ohne Aufpreis gewartet.'],
    [5, 'Bezahlt haben wir genau, was auf der Seite stand. So soll es sein.'],
    [5, 'Der Kindersitz war schon eingebaut. Nach der langen Anreise Gold wert.'],
    [4, 'Gutes, leises Auto. Das Büro war allerdings nicht leicht zu finden.'],
    [4, 'Fairer Preis für die Größe, ein paar Freikilometer mehr wären schön.'],
    [4, 'Die Übergabe begann zwanzig Minuten zu spät, die Rückgabe ging dafür schnell.'],
    [4, 'Ein paar Kratzer, alle vorher fotografiert. Hinterher keine Diskussion.'],
    [3, 'Mit dem Auto war ich zufrieden, telefonisch war der Vermieter schwer zu erreichen.'],
    [5, 'Eine Woche an der Küste unterwegs: genug Platz für vier und das Gepäck.'],
    [5, 'Der Vertrag wurde Punkt für Punkt erklärt. Sehr freundliche Leute.'],
  ],
  motorbikes: [
    [5, 'Gepflegte Maschine, dazu zwei saubere Helme und gute Tipps für die Strecke.'],
    [5, 'Springt jeden Morgen sofort an, so macht die Stadt Spaß.'],
    [4, 'Wendig im Verkehr, zu zweit am Berg etwas müde.'],
    [4, 'Bremsen und Reifen tadellos. Das Topcase könnte größer sein.'],
  ],
}
