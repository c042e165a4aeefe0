import { dac7File } from '#app/rules/money/dac7.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import type { Route } from './+types/dac7-file'
import { askedTax, platformOf } from './asked-tax.server.ts'

/** The yearly report of complete sellers as XML. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = platformOf(context)
  const { year } = askedTax(context, url)
  const { sellers } = await apiOf(context).operator.tax.dac7({ year })
  const complete = sellers.filter(({ is_reported, problems }) => is_reported && problems.length === 0)
  if (!platform || complete.length === 0) throw notFound()
  const file = dac7File({
    ...{ year, platform, at: new Date() },
    sellers: complete.map(({ company, city_en, ...seller }) => ({ ...seller, id: company.id, city: city_en })),
  })
  return new Response(file, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': `attachment; filename="dac7-${year}.xml"`,
      'cache-control': 'private, no-store',
    },
  })
}
