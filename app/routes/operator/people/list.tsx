import { PEOPLE_ROLES } from '#app/contract/operator/people.ts'
import { FindForm } from '#app/features/desk/find-form.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { listAt, oneOf, words } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'

const PEOPLE = listAt('/operator/people', {
  size: 25,
  filters: { q: words(100), role: oneOf(PEOPLE_ROLES), banned: oneOf(['yes']) },
})

export const handle: PageHandle = { title: 'operator/kind.person', query: PEOPLE.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(PEOPLE, url, ({ banned, ...asked }) =>
    apiOf(context).operator.people.list({ ...asked, banned: banned === 'yes' }),
  )

export default function People({ loaderData }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <ListPage
      list={PEOPLE}
      found={loaderData}
      title={t('kind.person')}
      filters={
        <>
          <FindForm
            find={{ path: PEOPLE.path, label: t('people.search') }}
            id="find"
            value={loaderData.filters.q}
            className="seek seek-l"
          />
          <FilterChips
            list={PEOPLE}
            found={loaderData}
            name="role"
            label={t('operators.role')}
            choices={[
              { value: undefined, label: t('lists.all') },
              ...PEOPLE_ROLES.map((value) => ({ value, label: t(`person.role.${value}`) })),
            ]}
          />
          <FilterChips
            list={PEOPLE}
            found={loaderData}
            name="banned"
            label={t('people.banned')}
            choices={[
              { value: undefined, label: t('people.everybody') },
              { value: 'yes', label: t('people.banned') },
            ]}
          />
        </>
      }
      empty={t('lists.none')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('operators.name'),
          cell: ({ id, fullname, banned_at }) => (
            <>
              <a href={pathIn(language, `${PEOPLE.path}/${id}`)}>
                <bdi>{fullname ?? t('person.noName')}</bdi>
              </a>{' '}
              {banned_at && <Tag kind="bad">{t('people.banned')}</Tag>}
            </>
          ),
        },
        { head: t('person.phone'), far: true, cell: ({ phone }) => phoneIn(language, phone) },
        {
          head: t('operators.role'),
          whole: true,
          cell: ({ role, company }) => (
            <>
              {t(`person.role.${role}`)}
              {company && (
                <>
                  {' '}
                  · <a href={pathIn(language, `/operator/companies/${company.id}`)}>{company.name}</a>
                </>
              )}
            </>
          ),
        },
        {
          head: t('person.reservations'),
          labelled: true,
          cell: ({ reservations }) => formatNumber(reservations, language),
        },
        {
          head: t('person.since'),
          far: true,
          labelled: true,
          cell: ({ created_at }) => formatInstant(new Date(created_at), HOME_ZONE, language, 'short'),
        },
      ]}
    />
  )
}
