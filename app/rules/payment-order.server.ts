/** A transfer of money to a company. */
export interface Transfer {
  /** Names it for ever, also to the bank: what is sent twice is recognised by it. */
  id: string
  name: string
  iban: string
  /** In cents. */
  amount: number
}

/** The account that is charged. */
export interface OwnAccount {
  iban: string
  /** Left out: the bank knows its own. */
  bic?: string | undefined
}

/**
 * Transfers in euro as a file for the bank: ISO 20022 pain.001.001.03, as SEPA credit transfers use it.
 * `name` is the holder of the account that is charged.
 */
export function sepaOrder({
  id,
  name,
  at,
  own,
  transfers,
}: {
  id: string
  name: string
  at: Date
  own: OwnAccount
  transfers: readonly Transfer[]
}): string {
  const sum = euros(transfers.reduce((total, { amount }) => total + amount, 0))
  const totals = `<NbOfTxs>${transfers.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`
  const agent = own.bic ? `<BIC>${xml(own.bic)}</BIC>` : '<Othr><Id>NOTPROVIDED</Id></Othr>'
  const orders = transfers.map(
    (transfer) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${xml(transfer.id)}</EndToEndId></PmtId>` +
      `<Amt><InstdAmt Ccy="EUR">${euros(transfer.amount)}</InstdAmt></Amt>` +
      `<Cdtr><Nm>${xml(sepaText(transfer.name))}</Nm></Cdtr>` +
      `<CdtrAcct><Id><IBAN>${xml(transfer.iban)}</IBAN></Id></CdtrAcct>` +
      `<RmtInf><Ustrd>${xml(sepaText(`${name} ${transfer.id}`))}</Ustrd></RmtInf></CdtTrfTxInf>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>',
    `<GrpHdr><MsgId>${xml(id)}</MsgId><CreDtTm>${at.toISOString().slice(0, 19)}</CreDtTm>${totals}`,
    `<InitgPty><Nm>${xml(sepaText(name))}</Nm></InitgPty></GrpHdr>`,
    `<PmtInf><PmtInfId>${xml(id)}</PmtInfId><PmtMtd>TRF</PmtMtd>${totals}`,
    '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>',
    `<ReqdExctnDt>${at.toISOString().slice(0, 10)}</ReqdExctnDt><Dbtr><Nm>${xml(sepaText(name))}</Nm></Dbtr>`,
    `<DbtrAcct><Id><IBAN>${xml(own.iban)}</IBAN></Id></DbtrAcct>`,
    `<DbtrAgt><FinInstnId>${agent}</FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>`,
    ...orders,
    '</PmtInf></CstmrCdtTrfInitn></Document>',
    '',
  ].join('\n')
}

function euros(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** Banks take Latin letters and a few signs, 70 of them at most (EPC 217-08). */
function sepaText(text: string): string {
  const latin = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, ' ')
  return latin.replace(/\s+/g, ' ').trim().slice(0, 70) || 'NOTPROVIDED'
}

function xml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
