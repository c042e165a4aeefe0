import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { type Dac7Problem, dac7File, dac7Problems, isReported, type Seller } from '#app/rules/money/dac7.ts'

const quarter = (paid: number) => ({ paid, fees: 1050, rentals: 2 })
const SELLER: Seller = {
  ...{
    id: 7,
    country: 'DE',
    city: 'Cologne',
    legal_name: 'Rhein Mobil GmbH',
    address: 'Domstraße 1',
    zip_code: '50667',
  },
  ...{ tax_number: 'DE136695976', legal_id: 'HRB 77' },
  quarters: [quarter(100_049), quarter(-50), quarter(0), quarter(7)],
}
const PLATFORM = { name: 'Savari & Co', country: 'DE', tax_number: 'DE136695976' }
const fileOf = (...sellers: Seller[]) =>
  dac7File({ year: 2026, platform: PLATFORM, sellers, at: new Date('2027-01-05T08:00:00Z') })
const parsed = (xml: string) =>
  new XMLParser({ removeNSPrefix: true, parseTagValue: false, isArray: (name) => name === 'ReportableSeller' }).parse(
    xml,
  )

test('a file is well-formed and has what the directive asks of each seller', () => {
  const xml = fileOf(SELLER, { ...SELLER, id: 8, legal_name: 'A <b> "c" & \'d\'', legal_id: null })
  expect(XMLValidator.validate(xml)).toBe(true)
  const { MessageSpec, DPIBody } = parsed(xml).DPI_OECD
  expect(MessageSpec).toMatchObject({ TransmittingCountry: 'DE', ReportingPeriod: '2026-12-31', MessageType: 'DPI' })
  expect(DPIBody.PlatformOperator.Name).toBe('Savari & Co')
  const [first, second] = DPIBody.ReportableSeller
  expect(first.Identity.EntitySeller.Standard.EntSellerID).toEqual({
    ...{ ResCountryCode: 'DE', TIN: 'DE136695976', IN: 'HRB 77', Name: 'Rhein Mobil GmbH' },
    Address: { CountryCode: 'DE', AddressFix: { Street: 'Domstraße 1', PostCode: '50667', City: 'Cologne' } },
  })
  const rental = first.RelevantActivities.TransportationRental
  expect(rental).toMatchObject({ NumberOfActivities: { NumbQ1: '2', NumbQ4: '2' } })
  expect(Object.keys(rental.Consideration)).toEqual(['ConsQ1', 'ConsQ2', 'ConsQ3', 'ConsQ4'])
  expect(xml).toContain('<dpi:ConsQ1 currCode="EUR">1000</dpi:ConsQ1>')
  expect(second.Identity.EntitySeller.Standard.EntSellerID.Name).toBe('A <b> "c" & \'d\'')
  expect(new Set([...xml.matchAll(/<stf:DocRefId>([^<]+)/g)].map(([, id]) => id)).size).toBe(3)
})

test('what is missing is named, and an incomplete seller is in no file', () => {
  expect(dac7Problems(SELLER)).toEqual([])
  const wrong: [Partial<Seller>, Dac7Problem][] = [
    [{ legal_name: null }, 'legal_name'],
    [{ address: '' }, 'address'],
    [{ zip_code: null }, 'zip_code'],
    [{ tax_number: 'DE13669597' }, 'tax_number'],
    [{ tax_number: null }, 'tax_number'],
  ]
  for (const [change, problem] of wrong) {
    expect(dac7Problems({ ...SELLER, ...change })).toEqual([problem])
    expect(() => fileOf(SELLER, { ...SELLER, ...change })).toThrow(RangeError)
  }
  expect(isReported({ country: 'GR' })).toBe(true)
  expect(isReported({ country: 'TR' })).toBe(false)
  expect(() => fileOf({ ...SELLER, country: 'TR' })).toThrow(RangeError)
})

test('whatever a company is called, the file is well-formed and gives it back', () => {
  const name = fc.string({ unit: fc.constantFrom(...'<>&"\'aÄ]- '), minLength: 1 }).filter((text) => text.trim() !== '')
  fc.assert(
    fc.property(name, (legal_name) => {
      const xml = fileOf({ ...SELLER, legal_name })
      expect(XMLValidator.validate(xml)).toBe(true)
      const [seller] = parsed(xml).DPI_OECD.DPIBody.ReportableSeller
      expect(seller.Identity.EntitySeller.Standard.EntSellerID.Name).toBe(legal_name.trim())
    }),
    { numRuns: 200 },
  )
})
