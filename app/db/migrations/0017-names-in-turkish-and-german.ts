import { type Kysely, sql } from 'kysely'

/** Cities and provinces get their Turkish and German names; those of the demonstration's cities are filled in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table city add column name_tr text, add column name_de text`.execute(db)
  await sql`alter table province add column name_tr text, add column name_de text`.execute(db)
  const known = sql.join(KNOWN_CITIES.map((names) => sql`(${sql.join(names.map((name) => sql`${name}::text`))})`))
  await sql`
    update city set name_tr = known.tr, name_de = known.de
    from (values ${known}) as known (slug, tr, de) where city.slug = known.slug`.execute(db)
}

const KNOWN_CITIES: [slug: string, tr: string, de: string][] = [
  ['kish', 'Kiş', 'Kisch'],
  ['tehran', 'Tahran', 'Teheran'],
  ['mashhad', 'Meşhed', 'Maschhad'],
  ['shiraz', 'Şiraz', 'Schiras'],
  ['isfahan', 'İsfahan', 'Isfahan'],
  ['tabriz', 'Tebriz', 'Täbris'],
  ['qeshm', 'Keşm', 'Qeschm'],
  ['bandar-abbas', 'Bender Abbas', 'Bandar Abbas'],
  ['yazd', 'Yezd', 'Yazd'],
  ['rasht', 'Reşt', 'Rascht'],
  ['chabahar', 'Çabahar', 'Tschabahar'],
  ['istanbul', 'İstanbul', 'Istanbul'],
  ['izmir', 'İzmir', 'Izmir'],
  ['abu-dhabi', 'Abu Dabi', 'Abu Dhabi'],
  ['sharjah', 'Şarika', 'Schardscha'],
  ['munich', 'Münih', 'München'],
  ['frankfurt', 'Frankfurt', 'Frankfurt am Main'],
  ['cologne', 'Köln', 'Köln'],
]
