import { STATEMENT_LINES, statementPdf } from '#app/i18n/pdf/statement-pdf.server.ts'
import { CURRENCY_CODES } from '#app/rules/constants.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { pdfFile } from '#app/web/page/file/pdf-file.ts'
import type { Route } from './+types/statement-pdf'

/** The API's largest page. */
const PAGE_SIZE = 100

/** The company's account in one currency as a PDF, with its latest lines. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, config } = context.get(siteContext)
  const asked = CURRENCY_CODES.find((code) => code === url.searchParams.get('of'))
  const { company } = apiOf(context)
  const pages = Array.from({ length: STATEMENT_LINES / PAGE_SIZE }, (_, index) => index + 1)
  const read = (page: number) => company.money.statement({ page, size: PAGE_SIZE, currency: asked })
  const [first, ...further] = await Promise.all([read(1), ...pages.slice(1).map(read)])
  const results = [first, ...further].flatMap((one) => one.results)
  const made = { language, brand: config.brand.name[language], at: new Date() }
  return pdfFile(`statement-${first.currency}`, await statementPdf({ ...first, results }, made))
}
