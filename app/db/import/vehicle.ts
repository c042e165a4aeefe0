import type { SortPrices } from '#app/db/prices/sort-prices.ts'

/** A row of the file as the columns of `ad` that an import sets, all but its company. */
export type VehicleColumns = SortPrices & {
  reference: string
  city_id: number
  category: number
  brand_id: number
  model_id: number
  trim_id: number | null
  type_id: number
  colour: string
  drawing: string
  year: number
  gearbox: string
  fuel: string
  fuel_rule: string
  engine_cc: number | null
  seats: number
  load_capacity: number
  p1: number
  p3: number
  p7: number
  p14: number
  p30: number
  trust: string
  guarantee_amount: number
  mileage_per_day: number | null
  extra_km_price: number | null
  min_driver_age: number
  min_licence_years: number
  properties: string[]
  about: Record<string, string> | null
  status: number
  search: string
}

/** A model or trim by the names of a row, to be made where it is not known yet. */
export type Named = { slug: string; name_fa: string; name_en: string; name_ar: string }

/** A row that is right in itself. Its model and trim may still have to be made. */
export type Vehicle = {
  line: number
  columns: Omit<VehicleColumns, 'model_id' | 'trim_id' | 'search'>
  brand: Named & { id: number }
  model: Named
  trim: Named | null
  type: { slug: string; name: Record<string, string> }
  /** Absolute paths of pictures; undefined where the file has no such column, and what is there stays. */
  pictures: string[] | undefined
}
