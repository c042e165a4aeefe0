import { RowId } from '#app/contract/shapes/shapes.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { listAt, words } from '#app/rules/search/list-address.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ListPage } from '#app/ui/desk/list-page.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/featured'

const FEATURED = listAt('/operator/featured', { size: 50, filters: { q: words(100) } })
const KINDS = { COMING: 'info', NOW: 'ok', OVER: undefined, HIDDEN: 'warn' } as const

export const handle: PageHandle = { title: 'operator/nav.featured', areas: ['featured'], query: FEATURED.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(FEATURED, url, (asked) => apiOf(context).operator.featured.list(asked))

export async function action({ context, request }: Route.ActionArgs) {
  const id = RowId.safeParse((await request.formData()).get('id'))
  if (id.success) await apiOf(context).operator.featured.remove({ id: id.data })
  return goOn(context, FEATURED.path, textFor(context.get(siteContext).language, 'featured')('removed'))
}

export default function Featured({ loaderData }: Route.ComponentProps) {
  const t = useText('featured')
  const nav = useText('operator')
  const { language } = useLanguage()
  return (
    <ListPage
      list={FEATURED}
      found={loaderData}
      title={nav('nav.featured')}
      text={t('about', { n: loaderData.most })}
      aside={
        <a className="btn btn-go" href={pathIn(language, `${FEATURED.path}/new`)}>
          <Icon name="plus" />
          {t('new')}
        </a>
      }
      empty={t('none')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('listing'),
          whole: true,
          cell: ({ id, title, company }) => (
            <>
              <a className="go" href={pathIn(language, `${FEATURED.path}/${id}`)}>
                <bdi>{title}</bdi>
              </a>{' '}
              <span className="sm soft">{company}</span>
            </>
          ),
        },
        { head: t('city'), cell: ({ city }) => city },
        { head: t('place'), labelled: true, far: true, cell: ({ place }) => formatNumber(place, language) },
        {
          head: t('days'),
          whole: true,
          cell: ({ start_date, end_date }) => {
            const from = formatDate(start_date, language, 'long')
            return end_date
              ? t('fromUntil', { from, until: formatDate(end_date, language, 'long') })
              : t('from', { from })
          },
        },
        {
          head: t('status'),
          cell: ({ status, paid }) => (
            <>
              <Tag kind={KINDS[status]}>{t(`statuses.${status}`)}</Tag> {paid && <Tag kind="pin">{t('advert')}</Tag>}
            </>
          ),
        },
        {
          head: t('remove'),
          hidesHead: true,
          far: true,
          cell: ({ id, title }) => (
            <PostForm className="above">
              <input type="hidden" name="id" value={id} />
              <SubmitButton className="btn btn-s">
                {t('remove')}
                <span className="vh"> {title}</span>
              </SubmitButton>
            </PostForm>
          ),
        },
      ]}
    />
  )
}
