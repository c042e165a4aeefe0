import { type RawBuilder, sql } from 'kysely'
import type { VehicleColumns } from '#app/db/import/vehicle.ts'

/** The columns of `ad` that an import may write. */
const NAMES: Record<keyof VehicleColumns, true> = {
  ...{
    reference: true,
    plate: true,
    acriss: true,
    city_id: true,
    category: true,
    brand_id: true,
    model_id: true,
    trim_id: true,
  },
  ...{ type_id: true, colour: true, drawing: true, year: true, gearbox: true, fuel: true, fuel_rule: true },
  ...{ engine_cc: true, seats: true, load_capacity: true, p1: true, p3: true, p7: true, p14: true, p30: true },
  ...{ s1: true, s3: true, s7: true, s14: true, s30: true, trust: true, guarantee_amount: true },
  ...{ mileage_per_day: true, extra_km_price: true, min_driver_age: true, min_licence_years: true },
  ...{ properties: true, about: true, status: true, search: true },
}
const names = Object.keys(NAMES) as (keyof VehicleColumns)[]

/** A vehicle's imported columns as JSON. */
export function writtenColumns(table: string): RawBuilder<Record<string, unknown>> {
  return sql`jsonb_build_object(${sql.join(names.flatMap((name) => [sql.lit(name), sql.ref(`${table}.${name}`)]))})`
}
writtenColumns.names = names
