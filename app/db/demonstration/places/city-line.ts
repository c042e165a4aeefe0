import type { Five } from '../wording.ts'

export type CityLine = {
  id: number
  slug: string
  province: number
  /** As the five languages write it. */
  name: Five
  /** Another spelling by which people look for it. */
  also?: string
  at: [latitude: number, longitude: number]
  office: Five
}
