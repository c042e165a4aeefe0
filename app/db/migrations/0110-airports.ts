import { type Kysely, sql } from 'kysely'

/** Cities know where their airport is: from where companies hand over there, as far as any does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table city add column airport_latitude double precision, add column airport_longitude double precision,
      add check ((airport_latitude is null) = (airport_longitude is null))`.execute(db)
  await sql`
    update city set airport_latitude = airport.latitude, airport_longitude = airport.longitude
    from (
      select city_id, avg(latitude) as latitude, avg(longitude) as longitude from place
      where kind = 'AIRPORT' and latitude is not null and longitude is not null group by city_id
    ) as airport where airport.city_id = city.id`.execute(db)
}
