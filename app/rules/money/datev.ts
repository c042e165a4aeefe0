import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { type CurrencyCode, WHOLE_UNIT } from '../constants.ts'

/** A line of the journal for DATEV. */
export interface DatevRow {
  on: CalendarDate
  /** In the minor unit; negative where it is taken back. Never 0. */
  amount: number
  debit: string
  credit: string
  /** The number of the document, here of the reservation. */
  number: string
  text: string
}

export interface DatevHead {
  consultant: string
  client: string
  /** The first day of the financial year. */
  year: CalendarDate
  from: CalendarDate
  to: CalendarDate
  /** Digits of general ledger accounts, 4 to 8. */
  length: number
  currency: CurrencyCode
  at: Date
}

const REPEATED = (many: number, names: (n: number) => string[]) =>
  Array.from({ length: many }, (_, index) => names(index + 1)).flat()

/** The columns of a “Buchungsstapel” in version 13. */
export const DATEV_COLUMNS: readonly string[] = [
  ...[
    'Umsatz (ohne Soll/Haben-Kz)',
    'Soll/Haben-Kennzeichen',
    'WKZ Umsatz',
    'Kurs',
    'Basis-Umsatz',
    'WKZ Basis-Umsatz',
  ],
  ...['Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1', 'Belegfeld 2', 'Skonto'],
  ...[
    'Buchungstext',
    'Postensperre',
    'Diverse Adressnummer',
    'Geschäftspartnerbank',
    'Sachverhalt',
    'Zinssperre',
    'Beleglink',
  ],
  ...REPEATED(8, (n) => [`Beleginfo - Art ${n}`, `Beleginfo - Inhalt ${n}`]),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)'],
  ...['EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...REPEATED(20, (n) => [`Zusatzinformation - Art ${n}`, `Zusatzinformation- Inhalt ${n}`]),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp'],
  ...['Auftragsnummer', 'Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)'],
  ...['Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz'],
  ...['Buchungs GUID', 'KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername', 'Beteiligtennummer'],
  ...['Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis', 'Bezeichnung SoBil-Sachverhalt'],
  ...['Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit'],
  ...['Generalumkehr (GU)', 'Steuersatz', 'Land', 'Abrechnungsreferenz', 'BVV-Position', 'EU-Land u. UStID (Ursprung)'],
  ...['EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
]

/** What DATEV calls the currency: toman are not in ISO 4217, so they are written as rial. */
const CODES: Record<CurrencyCode, { code: string; times: number; decimals: number }> = {
  EUR: { code: 'EUR', times: 1 / WHOLE_UNIT.EUR, decimals: 2 },
  IRT: { code: 'IRR', times: 10, decimals: 2 },
}

/**
 * A journal as a DATEV file: EXTF 700, category 21 (“Buchungsstapel”), version 13, with semicolons, decimal commas, CRLF and in
 * Windows-1252. An amount that is taken back is on the other side, because DATEV has no signs. Source: DATEV, “DATEV-Format”.
 */
export function datevFile(rows: readonly DatevRow[], head: DatevHead): Uint8Array<ArrayBuffer> {
  const { code } = CODES[head.currency]
  const first = [
    ...[text('EXTF'), '700', '21', text('Buchungsstapel'), '13', stamp(head.at), '', text('SV'), text(''), text('')],
    ...[
      digits(head.consultant),
      digits(head.client),
      day(head.year),
      String(head.length),
      day(head.from),
      day(head.to),
    ],
    ...[text(`Savari ${head.from.slice(0, 7)}`), text(''), '1', '0', '0', text(code), '', text(''), '', '', text('')],
    ...['', '', text(''), text('')],
  ]
  const lines = [first, DATEV_COLUMNS, ...rows.map((row) => lineOf(row, head.currency))]
  return windows1252(lines.map((cells) => `${cells.join(';')}\r\n`).join(''))
}

function lineOf({ on, amount, debit, credit, number, text: words }: DatevRow, currency: CurrencyCode): string[] {
  const { code, times, decimals } = CODES[currency]
  const cells: string[] = DATEV_COLUMNS.map(() => '')
  cells[0] = (Math.abs(amount) * times).toFixed(decimals).replace('.', ',')
  cells[1] = text(amount < 0 ? 'H' : 'S')
  cells[2] = text(code)
  cells[6] = debit
  cells[7] = credit
  cells[9] = `${on.slice(8, 10)}${on.slice(5, 7)}`
  cells[10] = text(number.replace(/[^A-Za-z0-9$&%*+\-/]/g, '').slice(0, 36))
  cells[13] = text(words.slice(0, 60))
  cells[113] = '0'
  return cells
}

const text = (words: string) => `"${words.replace(/[\p{Cc}]/gu, ' ').replaceAll('"', '""')}"`
const digits = (number: string) => number.replace(/\D/g, '')
const day = (on: CalendarDate) => on.replaceAll('-', '')
const stamp = (at: Date) => at.toISOString().replace(/\D/g, '').slice(0, 17)

/** The characters of Windows-1252 that Latin-1 does not have, from 0x80 on; a space where there is none. */
const UPPER = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Bytes of a text; what the encoding does not have becomes a question mark. */
export function windows1252(words: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...words.normalize('NFC')], (sign) => {
    const code = sign.codePointAt(0) ?? 0
    if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
    const at = UPPER.indexOf(sign)
    return at >= 0 && sign !== ' ' ? 0x80 + at : 0x3f
  })
}
