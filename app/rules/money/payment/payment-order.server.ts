import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { sepaText } from '../sepa-text.ts'

/** A transfer to one payee. */
export interface Transfer {
  /** Permanent id, also sent to the bank, which recognises duplicates by it. */
  id: string
  name: string
  iban: string
  /** In cents. */
  amount: number
}

/** The account that is charged. */
export interface OwnAccount {
  iban: string
  /** Optional: the bank knows its own. */
  bic?: string | undefined
}

/** The versions of the message that banks accept; `.09` is the one in SEPA's current guidelines. */
export const PAIN_VERSIONS = ['pain.001.001.03', 'pain.001.001.09'] as const
export type PainVersion = (typeof PAIN_VERSIONS)[number]

/**
 * Transfers in euro as a file for the bank: ISO 20022 pain.001, as SEPA credit transfers use it (EPC 132-08, EPC
 * 217-08). `name` is the holder of the charged account, `executeOn` a future settlement day.
 */
export function sepaOrder({
  version,
  id,
  name,
  at,
  executeOn,
  own,
  transfers,
}: {
  version: PainVersion
  id: string
  name: string
  at: Date
  executeOn: CalendarDate
  own: OwnAccount
  transfers: readonly Transfer[]
}): string {
  const { bic, day } = TAGS[version]
  const sum = euros(transfers.reduce((total, { amount }) => total + amount, 0))
  const totals = `<NbOfTxs>${transfers.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`
  const agent = own.bic ? `<${bic}>${xml(own.bic)}</${bic}>` : '<Othr><Id>NOTPROVIDED</Id></Othr>'
  const orders = transfers.map(
    (transfer) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${xml(transfer.id)}</EndToEndId></PmtId>` +
      `<Amt><InstdAmt Ccy="EUR">${euros(transfer.amount)}</InstdAmt></Amt>` +
      `<Cdtr><Nm>${nameIn(transfer.name)}</Nm></Cdtr>` +
      `<CdtrAcct><Id><IBAN>${xml(transfer.iban)}</IBAN></Id></CdtrAcct>` +
      `<RmtInf><Ustrd>${xml(sepaText(`${name} ${transfer.id}`))}</Ustrd></RmtInf></CdtTrfTxInf>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><CstmrCdtTrfInitn>`,
    `<GrpHdr><MsgId>${xml(id)}</MsgId><CreDtTm>${at.toISOString().slice(0, 19)}Z</CreDtTm>${totals}`,
    `<InitgPty><Nm>${nameIn(name)}</Nm></InitgPty></GrpHdr>`,
    `<PmtInf><PmtInfId>${xml(id)}</PmtInfId><PmtMtd>TRF</PmtMtd>${totals}`,
    '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>',
    `<ReqdExctnDt>${day(executeOn)}</ReqdExctnDt><Dbtr><Nm>${nameIn(name)}</Nm></Dbtr>`,
    `<DbtrAcct><Id><IBAN>${xml(own.iban)}</IBAN></Id></DbtrAcct>`,
    `<DbtrAgt><FinInstnId>${agent}</FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>`,
    ...orders,
    '</PmtInf></CstmrCdtTrfInitn></Document>',
    '',
  ].join('\n')
}

/** The elements that differ between the versions. */
const TAGS: Record<PainVersion, { bic: string; day: (date: CalendarDate) => string }> = {
  'pain.001.001.03': { bic: 'BIC', day: (date) => date },
  'pain.001.001.09': { bic: 'BICFI', day: (date) => `<Dt>${date}</Dt>` },
}

function euros(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** Names without any permitted letter are refused at entry; older accounts with such names get a placeholder. */
function nameIn(name: string): string {
  return xml(sepaText(name) || 'NOTPROVIDED')
}

function xml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
