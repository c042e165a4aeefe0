import { z } from 'zod'
import { RowId } from '#app/contract/shapes.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { formatPercent } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SubmitButton } from '#app/ui/form.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/codes'
import { deskMeta, deskText, goOn } from './operator-page.server.ts'

const PATH = '/operator/codes'
const SIZE = 25
const KINDS = { COMING: 'info', RUNNING: 'ok', USED_UP: 'warn', ENDED: undefined } as const

export const handle: PageHandle = { query: ['page'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = Number(url.searchParams.get('page') ?? 1)
  const found = await apiOf(context).operator.codes({ page, size: SIZE })
  return {
    codes: found.results,
    ...pageAt(found, { page, size: SIZE }),
    meta: deskMeta(context, deskText(context)('nav.codes')),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await parseForm(request, z.object({ id: RowId }), formPage(context))
  if (!form.ok) return form.reply
  await apiOf(context).operator.endCode(form.value)
  return goOn(context, PATH, deskText(context)('codes.ended'))
}

type Code = Route.ComponentProps['loaderData']['codes'][number]

export default function Codes({ loaderData: { codes, page, pages } }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const head = [
    ...(['code', 'worth', 'used', 'until'] as const).map((name) => t(`codes.${name}`)),
    t('person.status'),
    <span key="end" className="vh">
      {t('codes.end')}
    </span>,
  ]
  return (
    <>
      <DeskHead title={t('nav.codes')}>
        <a className="btn btn-go" href={pathIn(language, `${PATH}/new`)}>
          <Icon name="plus" />
          {t('codes.new')}
        </a>
      </DeskHead>
      <div className="stack">
        {codes.length === 0 && <EmptyState title={t('codes.none')} />}
        {codes.length > 0 && (
          <div className="card">
            <RowTable label={t('nav.codes')} head={head}>
              {codes.map((code) => (
                <CodeRow key={code.id} code={code} />
              ))}
            </RowTable>
          </div>
        )}
        <Pagination page={page} pages={pages} href={(n) => pathIn(language, `${PATH}?page=${n}`)} />
      </div>
    </>
  )
}

function CodeRow({ code }: { code: Code }) {
  const t = useText('operator')
  const { language } = useLanguage()
  const { percent, amount, cap, currency, status } = code
  const worth =
    percent === null
      ? formatMoney(amount ?? 0, currency, language)
      : [formatPercent(percent, language), cap !== null && `${t('codes.cap')} ${formatMoney(cap, currency, language)}`]
          .filter(Boolean)
          .join(' · ')
  return (
    <Row>
      <Cell>
        <b>
          <bdi dir="ltr">{code.code}</bdi>
        </b>
      </Cell>
      <Cell>{worth}</Cell>
      <Cell far>{t('codes.usedOf', { used: code.used, total: code.total_uses })}</Cell>
      <Cell second label={t('codes.until')}>
        {formatInstant(new Date(code.ends_at), HOME_ZONE, language, 'long')}
      </Cell>
      <Cell>
        <Tag kind={KINDS[status]}>{t(`codes.status.${status}`)}</Tag>
      </Cell>
      <Cell far>
        {status !== 'ENDED' && (
          <PostForm>
            <input type="hidden" name="id" value={code.id} />
            <SubmitButton className="btn btn-s">
              {t('codes.end')}
              <span className="vh"> {code.code}</span>
            </SubmitButton>
          </PostForm>
        )}
      </Cell>
    </Row>
  )
}
