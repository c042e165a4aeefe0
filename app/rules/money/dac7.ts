import { taxFormOf, taxNumber } from '../identity/tax-number.ts'

/** What a report of a seller must have, and this one lacks or has wrong. */
export const DAC7_PROBLEMS = ['legal_name', 'address', 'zip_code', 'tax_number'] as const
export type Dac7Problem = (typeof DAC7_PROBLEMS)[number]

/** What a company earned in a quarter, in cents. */
export interface Quarter {
  /** Credited to it: rents, cancellations and charges, less what was refunded, after fees. */
  paid: number
  fees: number
  rentals: number
}

export interface Seller {
  id: number
  country: string
  city: string
  legal_name: string | null
  address: string | null
  zip_code: string | null
  tax_number: string | null
  legal_id: string | null
  quarters: readonly [Quarter, Quarter, Quarter, Quarter]
}

/** Only sellers of the European Union are reported. */
export const isReported = ({ country }: Pick<Seller, 'country'>) => taxFormOf(country) === 'EU'

/** What is missing before a seller can be reported. Source: Directive (EU) 2021/514, annex V, section II. */
export function dac7Problems({ country, legal_name, address, zip_code, tax_number }: Seller): Dac7Problem[] {
  const wrong: Record<Dac7Problem, boolean> = {
    legal_name: !legal_name,
    address: !address,
    zip_code: !zip_code,
    tax_number: !tax_number || 'error' in taxNumber(tax_number, country),
  }
  return DAC7_PROBLEMS.filter((problem) => wrong[problem])
}

/** Who reports. */
export interface Platform {
  name: string
  country: string
  tax_number: string
}

/**
 * The yearly report of a platform's sellers, as XML in the form of the OECD's DPI schema: rental of means of transport, amounts in whole
 * euro, four quarters each. Throws a RangeError for a seller who is outside the Union or lacks data, so that no incomplete file is sent.
 */
export function dac7File({
  year,
  platform,
  sellers,
  at,
}: {
  year: number
  platform: Platform
  sellers: readonly Seller[]
  at: Date
}): string {
  for (const seller of sellers)
    if (!isReported(seller) || dac7Problems(seller).length > 0)
      throw new RangeError(`the seller ${seller.id} lacks data`)
  const reference = (what: string) => `${platform.country}${year}-${what}`
  const spec = (what: string) =>
    `<dpi:DocSpec><stf:DocTypeIndic>OECD1</stf:DocTypeIndic><stf:DocRefId>${xml(reference(what))}</stf:DocRefId></dpi:DocSpec>`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<dpi:DPI_OECD version="1.0" xmlns:dpi="urn:oecd:ties:dpi:v1" xmlns:stf="urn:oecd:ties:dpistf:v1">',
    `<dpi:MessageSpec><dpi:TransmittingCountry>${platform.country}</dpi:TransmittingCountry>`,
    `<dpi:ReceivingCountry>${platform.country}</dpi:ReceivingCountry><dpi:MessageType>DPI</dpi:MessageType>`,
    `<dpi:MessageRefId>${xml(reference('1'))}</dpi:MessageRefId><dpi:MessageTypeIndic>DPI401</dpi:MessageTypeIndic>`,
    `<dpi:ReportingPeriod>${year}-12-31</dpi:ReportingPeriod><dpi:Timestamp>${at.toISOString().slice(0, 19)}</dpi:Timestamp></dpi:MessageSpec>`,
    '<dpi:DPIBody><dpi:PlatformOperator>',
    `<dpi:ResCountryCode>${platform.country}</dpi:ResCountryCode>`,
    `<dpi:TIN issuedBy="${platform.country}">${xml(platform.tax_number)}</dpi:TIN><dpi:Name>${xml(platform.name)}</dpi:Name>`,
    `${spec('platform')}</dpi:PlatformOperator>`,
    ...sellers.map((seller) => sellerElement(seller, spec(`seller-${seller.id}`))),
    '</dpi:DPIBody></dpi:DPI_OECD>',
    '',
  ].join('\n')
}

function sellerElement(seller: Seller, spec: string): string {
  const { country, city, legal_name, address, zip_code, tax_number, legal_id, quarters } = seller
  const each = (name: string, value: (quarter: Quarter) => string) =>
    `<dpi:${name}>${quarters.map((quarter, index) => value(quarter).replaceAll('#', String(index + 1))).join('')}</dpi:${name}>`
  const money = (cents: number) => `currCode="EUR">${Math.round(cents / 100)}`
  return [
    '<dpi:ReportableSeller><dpi:Identity><dpi:EntitySeller><dpi:Standard>',
    `<dpi:EntSellerID><dpi:ResCountryCode>${country}</dpi:ResCountryCode>`,
    `<dpi:TIN issuedBy="${country}">${xml(tax_number ?? '')}</dpi:TIN>`,
    legal_id ? `<dpi:IN issuedBy="${country}" INType="BRN">${xml(legal_id)}</dpi:IN>` : '',
    `<dpi:Name>${xml(legal_name ?? '')}</dpi:Name><dpi:Address><dpi:CountryCode>${country}</dpi:CountryCode>`,
    `<dpi:AddressFix><dpi:Street>${xml(address ?? '')}</dpi:Street><dpi:PostCode>${xml(zip_code ?? '')}</dpi:PostCode>`,
    `<dpi:City>${xml(city)}</dpi:City></dpi:AddressFix></dpi:Address></dpi:EntSellerID></dpi:Standard></dpi:EntitySeller></dpi:Identity>`,
    '<dpi:RelevantActivities><dpi:TransportationRental>',
    each('Consideration', ({ paid }) => `<dpi:ConsQ# ${money(paid)}</dpi:ConsQ#>`),
    each('NumberOfActivities', ({ rentals }) => `<dpi:NumbQ#>${rentals}</dpi:NumbQ#>`),
    each('Fees', ({ fees }) => `<dpi:FeesQ# ${money(fees)}</dpi:FeesQ#>`),
    each('Taxes', () => `<dpi:TaxQ# ${money(0)}</dpi:TaxQ#>`),
    `</dpi:TransportationRental></dpi:RelevantActivities>${spec}</dpi:ReportableSeller>`,
  ].join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const xml = (text: string) => text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
