import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CATEGORY, FUELS, GEARBOXES } from '#app/rules/constants.ts'
import { type AcrissFacts, acrissOf, deriveAcriss, isAcriss } from '#app/rules/fleet/acriss.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'
import { BODY_TYPES } from '#app/rules/text/picture.ts'

const SMALL: AcrissFacts = {
  category: CATEGORY.CAR,
  body: 'hatchback',
  engine_cc: 1360,
  seats: 5,
  load_capacity: 2,
  gearbox: 'MANUAL',
  fuel: 'PETROL',
  properties: ['air_conditioning'],
}

test.each<[string, Partial<AcrissFacts>]>([
  ['EDMR', {}],
  ['EDMN', { properties: [] }],
  ['MDMR', { engine_cc: 1000 }],
  ['CDAR', { engine_cc: 1600, gearbox: 'AUTOMATIC', body: 'sedan' }],
  ['SFAR', { engine_cc: 2000, gearbox: 'AUTOMATIC', body: 'suv' }],
  [
    'PFBD',
    {
      engine_cc: 2800,
      gearbox: 'AUTOMATIC',
      body: 'suv',
      fuel: 'DIESEL',
      properties: ['four_wheel_drive', 'air_conditioning'],
    },
  ],
  ['FPNQ', { engine_cc: 2500, body: 'pickup', fuel: 'DIESEL', properties: ['four_wheel_drive'] }],
  ['SVMR', { engine_cc: 2200, body: 'van', seats: 7 }],
  ['PVMR', { engine_cc: 2200, body: 'van', seats: 9 }],
  ['LTAR', { engine_cc: 4400, gearbox: 'AUTOMATIC', body: 'convertible' }],
  ['FDAH', { engine_cc: 2500, gearbox: 'AUTOMATIC', fuel: 'HYBRID', body: 'sedan' }],
  ['CDAE', { engine_cc: null, gearbox: 'AUTOMATIC', fuel: 'ELECTRIC' }],
  ['FDAC', { engine_cc: null, load_capacity: 5, gearbox: 'AUTOMATIC', fuel: 'ELECTRIC', properties: [] }],
  ['EDML', { fuel: 'DUAL_FUEL' }],
  ['EXMR', { body: 'a type of its own' }],
])('%s is the code of a small car with %j', (code, facts) => {
  expect(deriveAcriss({ ...SMALL, ...facts })).toBe(code)
})

const vehicles = fc.record<AcrissFacts>({
  category: fc.constantFrom(CATEGORY.CAR, CATEGORY.MOTOR),
  body: fc.constantFrom(...BODY_TYPES, 'other'),
  engine_cc: fc.option(fc.integer({ min: 1, max: 20_000 })),
  seats: fc.integer({ min: 1, max: 60 }),
  load_capacity: fc.integer({ min: 0, max: 60 }),
  gearbox: fc.constantFrom(...GEARBOXES),
  fuel: fc.constantFrom(...FUELS),
  properties: fc.subarray([...VEHICLE_PROPERTIES]),
})

test('every car has a code of the standard, and no motorbike has one', () => {
  const property = fc.property(vehicles, (facts) => {
    const code = deriveAcriss(facts)
    expect(code !== null && isAcriss(code)).toBe(facts.category === CATEGORY.CAR)
  })
  fc.assert(property, { seed: 20, numRuns: 2000 })
})

test('a larger engine never means a smaller category', () => {
  const order = 'MECISFPL'
  const rank = (facts: AcrissFacts) => order.indexOf(deriveAcriss(facts)?.[0] ?? '')
  const property = fc.property(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 0, max: 3000 }), (cc, more) => {
    const small = rank({ ...SMALL, engine_cc: cc })
    expect(small).toBeGreaterThanOrEqual(0)
    expect(rank({ ...SMALL, engine_cc: cc + more })).toBeGreaterThanOrEqual(small)
  })
  fc.assert(property, { seed: 20, numRuns: 500 })
})

test("a company's own code counts, but not for a motorbike", () => {
  expect(acrissOf({ ...SMALL, acriss: 'IWMR' })).toBe('IWMR')
  expect(acrissOf({ ...SMALL, acriss: null })).toBe('EDMR')
  expect(acrissOf({ ...SMALL, category: CATEGORY.MOTOR, acriss: 'IWMR' })).toBe(null)
})

test.each(['ECM', 'ECMRR', 'ecmr', 'RCER', 'EIMR', 'ECXR', 'ECMT', '', 'EC R'])('%j is no code', (code) => {
  expect(isAcriss(code)).toBe(false)
})
