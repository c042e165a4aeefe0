import { CATEGORY, type FUELS, type GEARBOXES } from '../constants.ts'

type Gearbox = (typeof GEARBOXES)[number]
type Fuel = (typeof FUELS)[number]

/** The letters of each of the four places: category, type, transmission with drive, fuel with air conditioning. Source: ACRISS. */
const LETTERS = ['MNEHCDIJSRFGPULWOX', 'BCDWVLSTFJXPQZEMRHYNGK', 'MNCABD', 'RNDQHIECLSABMFVZUX'] as const
const CODE = new RegExp(`^${LETTERS.map((letters) => `[${letters}]`).join('')}$`)

/** Whether it is a code of the standard: four capital letters, each one of its place. Source: ACRISS. */
export function isAcriss(code: string): boolean {
  return CODE.test(code)
}

/** What of a vehicle says its code. */
export interface AcrissFacts {
  category: number
  /** The slug of its body type. */
  body: string
  engine_cc: number | null
  seats: number
  /** Suitcases. */
  load_capacity: number
  gearbox: Gearbox
  fuel: Fuel
  properties: readonly string[]
}

/** The largest engine of each category, in cm³; beyond them it is luxury. Source: *ours*. */
const ENGINES: readonly (readonly [upTo: number, category: string])[] = [
  [1000, 'M'],
  [1400, 'E'],
  [1600, 'C'],
  [1800, 'I'],
  [2000, 'S'],
  [2500, 'F'],
  [3500, 'P'],
]
/** The categories by suitcases, for vehicles without a known engine; with more it is full size. Source: *ours*. */
const BY_SUITCASES = ['E', 'E', 'C', 'I', 'S']
/** The categories of vans by seats; with more it is premium. Source: *ours*. */
const VAN_SEATS: readonly (readonly [upTo: number, category: string])[] = [
  [5, 'C'],
  [6, 'I'],
  [7, 'S'],
  [8, 'F'],
]

const TYPES: Readonly<Record<string, string>> = {
  ...{ hatchback: 'D', sedan: 'D', suv: 'F', van: 'V', pickup: 'P', convertible: 'T' },
}
const SPECIAL_TYPE = 'X'

/** With air conditioning, and without. Petrol beside gas is coded as gas. */
const FUEL_AND_AIR: Record<Fuel, readonly [air: string, none: string]> = {
  PETROL: ['R', 'N'],
  DIESEL: ['D', 'Q'],
  HYBRID: ['H', 'I'],
  ELECTRIC: ['E', 'C'],
  DUAL_FUEL: ['L', 'S'],
}

/**
 * The ACRISS (SIPP) code of a vehicle from what is known of it, without its price; null for a motorbike, which has none. Its
 * company may correct it. Source: issue 20, C; the bounds of the categories are *ours*.
 */
export function deriveAcriss(facts: AcrissFacts): string | null {
  if (facts.category !== CATEGORY.CAR) return null
  const { body, gearbox, fuel, properties } = facts
  const [air, none] = FUEL_AND_AIR[fuel]
  return [
    categoryOf(facts),
    TYPES[body] ?? SPECIAL_TYPE,
    transmissionOf(gearbox, properties.includes('four_wheel_drive')),
    properties.includes('air_conditioning') ? air : none,
  ].join('')
}

/** The code that its company has set, otherwise the derived one. */
export function acrissOf({ acriss, ...facts }: AcrissFacts & { acriss: string | null }): string | null {
  return facts.category === CATEGORY.CAR ? (acriss ?? deriveAcriss(facts)) : null
}

function categoryOf({ body, engine_cc, seats, load_capacity }: AcrissFacts): string {
  if (body === 'van') return VAN_SEATS.find(([upTo]) => seats <= upTo)?.[1] ?? 'P'
  if (engine_cc === null) return BY_SUITCASES[load_capacity] ?? 'F'
  return ENGINES.find(([upTo]) => engine_cc <= upTo)?.[1] ?? 'L'
}

function transmissionOf(gearbox: Gearbox, isFourWheel: boolean): string {
  if (gearbox === 'MANUAL') return isFourWheel ? 'N' : 'M'
  return isFourWheel ? 'B' : 'A'
}
