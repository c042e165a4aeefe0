import type { Row } from '../insert-rows.ts'

const AREA_CODES: Record<string, string> = {
  kish: '+98764440',
  tehran: '+98212240',
  mashhad: '+98513860',
  shiraz: '+98713630',
  isfahan: '+98313660',
  tabriz: '+98413330',
  qeshm: '+98763520',
  'bandar-abbas': '+98763220',
  yazd: '+98353620',
  rasht: '+98133370',
  chabahar: '+98543530',
  istanbul: '+90212240',
  antalya: '+90242310',
  ankara: '+90312420',
  izmir: '+90232460',
  bodrum: '+90252310',
  trabzon: '+90462320',
  dubai: '+9714220',
  'abu-dhabi': '+9712620',
  sharjah: '+9716550',
  berlin: '+4930310',
  munich: '+4989540',
  frankfurt: '+4969270',
  hamburg: '+4940280',
  cologne: '+49221240',
}

/** A made-up number in the form of the city's numbers. */
export function phoneOf(city: Row<'city'>, salt: number): string {
  return `${AREA_CODES[city.slug] ?? '+98210000'}${String(salt).padStart(2, '0')}00`
}
