import type { CatalogueModel } from '../catalogue/rows.ts'
import type { Chance } from '../random.ts'

/** The extra properties of vehicles, as filters and cards name them. */
const CAR_PROPERTIES: { slug: string; percent: (model: CatalogueModel, dear: boolean) => number }[] = [
  { slug: 'air_conditioning', percent: () => 100 },
  { slug: 'bluetooth', percent: (_, dear) => (dear ? 100 : 70) },
  { slug: 'usb', percent: () => 90 },
  { slug: 'gps', percent: (_, dear) => (dear ? 80 : 25) },
  { slug: 'child_seat_anchors', percent: ({ seats }) => (seats > 4 ? 85 : 0) },
  { slug: 'cruise_control', percent: ({ gearbox }) => (gearbox === 'AUTOMATIC' ? 65 : 20) },
  { slug: 'parking_camera', percent: (_, dear) => (dear ? 95 : 40) },
  { slug: 'apple_carplay', percent: (_, dear) => (dear ? 75 : 25) },
  { slug: 'sunroof', percent: ({ type }, dear) => (type === 'convertible' || type === 'pickup' ? 0 : dear ? 65 : 10) },
  { slug: 'four_wheel_drive', percent: ({ type }, dear) => (type === 'pickup' ? 90 : type === 'suv' && dear ? 60 : 0) },
  { slug: 'roof_rack', percent: ({ type }) => (type === 'suv' || type === 'van' ? 45 : 0) },
  { slug: 'heated_seats', percent: (_, dear) => (dear ? 60 : 8) },
]

const MOTOR_PROPERTIES = [
  { slug: 'helmet_included', percent: () => 100 },
  { slug: 'top_case', percent: ({ type }: CatalogueModel) => (type === 'scooter' ? 70 : 35) },
  { slug: 'usb', percent: () => 45 },
  { slug: 'gps', percent: () => 20 },
]

const PANORAMIC = 'panorama'

/** The Peugeot 207 Panorama always has a panoramic roof. */
export function propertiesOf(model: CatalogueModel, trim: string | undefined, dear: boolean, chance: Chance): string[] {
  const motor = model.type === 'motorbike' || model.type === 'scooter'
  const found = (motor ? MOTOR_PROPERTIES : CAR_PROPERTIES).filter(({ percent }) => chance.odds(percent(model, dear)))
  const slugs = found.map(({ slug }) => slug)
  return trim === PANORAMIC && !slugs.includes('sunroof') ? [...slugs, 'sunroof'] : slugs
}
