interface Line {
  on: string
  /** In cents. */
  amount: number
  reference: string
  name: string
  text: string
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const units = (cents: number) => (Math.abs(cents) / 100).toFixed(2)
const OPENING = 100_000

/** A statement with these lines as a bank writes it in CAMT.053. */
export function camt(lines: readonly Line[], { currency = 'EUR' } = {}): string {
  const closing = lines.reduce((sum, { amount }) => sum + amount, OPENING)
  const money = (cents: number) =>
    `<Amt Ccy="${currency}">${units(cents)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const balance = (code: string, cents: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(cents)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const entries = lines.map(({ on, amount, reference, name, text }) => {
    const side = amount < 0 ? 'Cdtr' : 'Dbtr'
    return (
      `<Ntry>${money(amount)}<Sts>BOOK</Sts><BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt>` +
      `<NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><RltdPties><${side}><Nm>${xml(name)}</Nm></${side}></RltdPties>` +
      `<RmtInf><Ustrd>${xml(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
    )
  })
  const last =
    lines
      .map(({ on }) => on)
      .sort()
      .at(-1) ?? '2026-12-01'
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S1</Id>',
    `<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>${currency}</Ccy></Acct>`,
    balance('OPBD', OPENING, '2026-11-30'),
    balance('CLBD', closing, last),
    ...entries,
    '</Stmt></BkToCstmrStmt></Document>',
  ].join('\n')
}

/** The same in MT940, with the fields of German banks. */
export function mt940(lines: readonly Line[]): string {
  const closing = lines.reduce((sum, { amount }) => sum + amount, OPENING)
  const day = (on: string) => on.slice(2).replaceAll('-', '')
  const comma = (cents: number) => units(cents).replace('.', ',')
  return [
    ':20:STARTUMS',
    ':25:37040044/0532013000',
    ':28C:1/1',
    `:60F:C261130EUR${comma(OPENING)}`,
    ...lines.flatMap(({ on, amount, reference, name, text }) => [
      `:61:${day(on)}${day(on).slice(2)}${amount < 0 ? 'D' : 'C'}${comma(amount)}NTRF${reference}`,
      `:86:166?20${text}${name && `?32${name}`}`,
    ]),
    `:62F:C${day(lines.at(-1)?.on ?? '2026-12-01')}EUR${comma(closing)}`,
    '-',
  ].join('\r\n')
}
