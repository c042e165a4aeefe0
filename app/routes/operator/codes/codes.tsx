import { z } from 'zod'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatPercent } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { listAt } from '#app/rules/search/list-address.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ListPage } from '#app/ui/desk/list-page.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import { deskText } from '../operator-page.server.ts'
import type { Route } from './+types/codes'
import { CodeLimits } from './limits.tsx'

const CODES = listAt('/operator/codes', { size: 25 })
const KINDS = { COMING: 'info', RUNNING: 'ok', USED_UP: 'warn', ENDED: undefined } as const

export const handle: PageHandle = { title: 'operator/nav.codes', query: CODES.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(CODES, url, (asked) => apiOf(context).operator.settings.codes(asked))

export async function action({ context, request }: Route.ActionArgs) {
  const form = await parseForm(request, z.object({ id: RowId }), formPage(context))
  if (!form.ok) return form.reply
  await apiOf(context).operator.settings.endCode(form.value)
  return goOn(context, CODES.path, deskText(context)('codes.ended'))
}

type Code = Route.ComponentProps['loaderData']['results'][number]

export default function Codes({ loaderData }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const worthOf = useWorth()
  return (
    <ListPage
      list={CODES}
      found={loaderData}
      title={t('nav.codes')}
      aside={
        <a className="btn btn-go" href={pathIn(language, `${CODES.path}/new`)}>
          <Icon name="plus" />
          {t('codes.new')}
        </a>
      }
      empty={t('codes.none')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('codes.code'),
          cell: ({ code }) => (
            <b>
              <bdi dir="ltr">{code}</bdi>
            </b>
          ),
        },
        {
          head: t('person.status'),
          far: true,
          cell: ({ status }) => <Tag kind={KINDS[status]}>{t(`codes.status.${status}`)}</Tag>,
        },
        { head: t('codes.worth'), whole: true, cell: worthOf },
        { head: t('codes.for'), whole: true, cell: (code) => <CodeLimits {...code} /> },
        {
          head: t('codes.used'),
          cell: ({ used, total_uses }) => t('codes.usedOf', { used, total: total_uses }),
        },
        {
          head: t('codes.until'),
          far: true,
          labelled: true,
          cell: ({ ends_at }) => formatInstant(new Date(ends_at), HOME_ZONE, language, 'long'),
        },
        {
          head: t('codes.end'),
          hidesHead: true,
          whole: true,
          cell: ({ id, code, status }) => status !== 'ENDED' && <EndCode id={id} code={code} />,
        },
      ]}
    />
  )
}

function useWorth() {
  const t = useText('operator')
  const { language } = useLanguage()
  return ({ percent, amount, cap, currency }: Code) => {
    if (percent === null) return formatMoney(amount ?? 0, currency, language)
    const bound = cap !== null && `${t('codes.cap')} ${formatMoney(cap, currency, language)}`
    return [formatPercent(percent, language), bound].filter(Boolean).join(' · ')
  }
}

function EndCode({ id, code }: Pick<Code, 'id' | 'code'>) {
  const t = useText('operator')
  return (
    <PostForm>
      <input type="hidden" name="id" value={id} />
      <SubmitButton className="btn btn-s">
        {t('codes.end')}
        <span className="vh"> {code}</span>
      </SubmitButton>
    </PostForm>
  )
}
