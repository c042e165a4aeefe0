import { isIban, isSepaIban } from '#app/rules/money/iban.ts'
import type { PainVersion } from '#app/rules/money/payment/payment-order.server.ts'
import { nextTargetDay } from '#app/rules/money/target-days.ts'

/** An element with its content: ordered children, or a text. */
interface Element {
  tag: string
  attributes: string
  children: Element[]
  text: string
}

type Check = (text: string) => boolean
/** Children in the order of the schema's sequence: `?` may be missing, `+` comes once or more. */
type Rule = { sequence: string[] } | { text: Check }

const CHARACTERS = /^[A-Za-z0-9/?:().,'+ -]*$/
const noSlashes: Check = (text) => !/^\/|\/$|\/\//.test(text)
const max =
  (length: number): Check =>
  (text) =>
    text.length >= 1 && text.length <= length && CHARACTERS.test(text)
const reference: Check = (text) => max(35)(text) && noSlashes(text)
const amount: Check = (text) =>
  /^\d{1,15}(\.\d{1,2})?$/.test(text) && Number(text) >= 0.01 && Number(text) <= 999_999_999.99
const exactly =
  (value: string): Check =>
  (text) =>
    text === value

/**
 * The parts of the message that a SEPA credit transfer uses: element order, cardinality, lengths and patterns of the published ISO 20022
 * schemas pain.001.001.03 and pain.001.001.09 (Max35Text, Max140Text, Max15NumericText, DecimalNumber, ISODate, ISODateTime,
 * IBAN2007Identifier, BICIdentifier and BICFIDec2014Identifier), narrowed by the EPC's guidelines for customer to bank messages
 * (EPC 132-08): SEPA, SLEV, names of 70 characters, euro with two decimals, the Latin character set, references without
 * slashes at their ends or two together. The schemas themselves are not part of this repository.
 */
function rulesOf(version: PainVersion): Record<string, Rule> {
  const isNew = version === 'pain.001.001.09'
  const day: Check = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return {
    Document: { sequence: ['CstmrCdtTrfInitn'] },
    CstmrCdtTrfInitn: { sequence: ['GrpHdr', 'PmtInf+'] },
    GrpHdr: { sequence: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum?', 'InitgPty'] },
    MsgId: { text: reference },
    CreDtTm: { text: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.test(text) },
    NbOfTxs: { text: (text) => /^\d{1,15}$/.test(text) },
    CtrlSum: { text: (text) => /^\d{1,16}(\.\d{1,2})?$/.test(text) },
    InitgPty: { sequence: ['Nm?'] },
    Nm: { text: max(70) },
    PmtInf: {
      sequence: [
        ...['PmtInfId', 'PmtMtd', 'BtchBookg?', 'NbOfTxs?', 'CtrlSum?', 'PmtTpInf?', 'ReqdExctnDt', 'Dbtr', 'DbtrAcct'],
        ...['DbtrAgt', 'UltmtDbtr?', 'ChrgBr?', 'CdtTrfTxInf+'],
      ],
    },
    PmtInfId: { text: reference },
    PmtMtd: { text: exactly('TRF') },
    PmtTpInf: { sequence: ['InstrPrty?', 'SvcLvl', 'LclInstrm?', 'CtgyPurp?'] },
    SvcLvl: { sequence: ['Cd'] },
    Cd: { text: exactly('SEPA') },
    ReqdExctnDt: isNew ? { sequence: ['Dt'] } : { text: day },
    Dt: { text: day },
    Dbtr: { sequence: ['Nm'] },
    DbtrAcct: { sequence: ['Id', 'Ccy?'] },
    Id: { sequence: ['IBAN'] },
    IBAN: { text: (text) => /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/.test(text) && isIban(text) && isSepaIban(text) },
    DbtrAgt: { sequence: ['FinInstnId'] },
    FinInstnId: { sequence: isNew ? ['BICFI?', 'Othr?'] : ['BIC?', 'Othr?'] },
    BIC: { text: (text) => /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/.test(text) },
    BICFI: { text: (text) => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text) },
    'Othr/Id': { text: exactly('NOTPROVIDED') },
    Othr: { sequence: ['Id'] },
    ChrgBr: { text: exactly('SLEV') },
    CdtTrfTxInf: {
      sequence: [
        ...['PmtId', 'PmtTpInf?', 'Amt', 'ChrgBr?', 'UltmtDbtr?', 'CdtrAgt?', 'Cdtr', 'CdtrAcct', 'UltmtCdtr?'],
        ...['InstrForCdtrAgt?', 'Purp?', 'RgltryRptg?', 'Tax?', 'RltdRmtInf?', 'RmtInf?'],
      ],
    },
    PmtId: { sequence: isNew ? ['InstrId?', 'EndToEndId', 'UETR?'] : ['InstrId?', 'EndToEndId'] },
    EndToEndId: { text: reference },
    Amt: { sequence: ['InstdAmt'] },
    InstdAmt: { text: amount },
    Cdtr: { sequence: ['Nm'] },
    CdtrAcct: { sequence: ['Id'] },
    RmtInf: { sequence: ['Ustrd?'] },
    Ustrd: { text: (text) => max(140)(text) && noSlashes(text) },
  }
}

/** The rules of the message that a file breaks, in words; empty for a file that a bank accepts. */
export function rulesBrokenBy(xml: string, version: PainVersion): string[] {
  const root = parsed(xml)
  if (!root) return ['not well-formed']
  const broken = brokenIn(root, '', rulesOf(version))
  if (root.attributes !== ` xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"`) broken.push('namespace')
  const transfers = all(root, 'InstdAmt')
  const cents = transfers.reduce((sum, { text }) => sum + BigInt(text.replace('.', '')), 0n)
  const sums = all(root, 'CtrlSum').map(({ text }) => BigInt(text.replace('.', '')))
  if (!sums.every((sum) => sum === cents)) broken.push('CtrlSum is not the sum')
  if (!all(root, 'NbOfTxs').every(({ text }) => Number(text) === transfers.length))
    broken.push('NbOfTxs is not the count')
  if (!transfers.every(({ attributes }) => attributes === ' Ccy="EUR"')) broken.push('not in euro')
  const ids = all(root, 'EndToEndId').map(({ text }) => text)
  if (new Set(ids).size !== ids.length) broken.push('EndToEndId twice')
  const [made] = all(root, 'CreDtTm')
  const [on] = all(root, version === 'pain.001.001.09' ? 'Dt' : 'ReqdExctnDt')
  const day = on?.text ?? ''
  if (day <= (made?.text.slice(0, 10) ?? '')) broken.push('ReqdExctnDt is not ahead')
  if (nextTargetDay(new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)) !== day)
    broken.push('ReqdExctnDt is no day of TARGET')
  return broken
}

function brokenIn(element: Element, path: string, rules: Record<string, Rule>): string[] {
  const here = `${path}/${element.tag}`
  const rule = rules[`${path.split('/').at(-1)}/${element.tag}`] ?? rules[element.tag]
  if (!rule) return [`${here} is not known`]
  if ('text' in rule)
    return element.children.length === 0 && rule.text(element.text) ? [] : [`${here}: ${element.text}`]
  const pattern = rule.sequence
    .map((name) => `(?:<${name.replace(/[?+]$/, '')}>)${/[?+]$/.exec(name)?.[0] ?? ''}`)
    .join('')
  const found = element.children.map(({ tag }) => `<${tag}>`).join('')
  const own = new RegExp(`^${pattern}$`).test(found) && element.text === '' ? [] : [`${here} has ${found}`]
  return [...own, ...element.children.flatMap((child) => brokenIn(child, here, rules))]
}

function all(element: Element, tag: string): Element[] {
  return [...(element.tag === tag ? [element] : []), ...element.children.flatMap((child) => all(child, tag))]
}

/** Parses elements and texts, which is all that a message has; undefined when the file is not well-formed. */
function parsed(xml: string): Element | undefined {
  const top: Element = { tag: '', attributes: '', children: [], text: '' }
  const open = [top]
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, '')
  for (const [, end, tag = '', attributes = '', text = ''] of body.matchAll(/<(\/?)([A-Za-z]+)([^<>]*)>|([^<>]+)/g)) {
    const current = open.at(-1)
    if (!current) return undefined
    if (tag === '') current.text += text.trim().replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    else if (end) {
      if (open.pop()?.tag !== tag) return undefined
    } else {
      const element = { tag, attributes, children: [], text: '' }
      current.children.push(element)
      open.push(element)
    }
  }
  return open.length === 1 && top.children.length === 1 ? top.children[0] : undefined
}
