import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/list'

const PATH = '/operator/operators'

export const handle: PageHandle = { title: 'operator/nav.operators', query: [] }

export async function loader({ context }: Route.LoaderArgs) {
  const { results } = await apiOf(context).operator.operators.list()
  return { operators: results }
}

export default function Operators({ loaderData: { operators } }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <>
      <DeskHead title={t('nav.operators')} text={t('operators.text')}>
        <a className="btn btn-go" href={pathIn(language, `${PATH}/new`)}>
          <Icon name="plus" />
          {t('operators.appoint')}
        </a>
      </DeskHead>
      <div className="card">
        <ColumnTable
          label={t('nav.operators')}
          rows={operators}
          rowKey={({ id }) => id}
          columns={[
            {
              head: t('operators.name'),
              whole: true,
              cell: ({ name, is_me }) => (
                <>
                  <b>
                    <bdi>{name}</bdi>
                  </b>{' '}
                  {is_me && <Tag kind="info">{t('operators.you')}</Tag>}
                </>
              ),
            },
            { head: t('operators.role'), cell: (operator) => <Role operator={operator} /> },
            {
              head: t('operators.phone'),
              whole: true,
              labelled: true,
              cell: ({ phone }) => phoneIn(language, phone),
            },
            {
              head: t('operators.factor'),
              far: true,
              labelled: true,
              cell: ({ has_second_factor }) => t(has_second_factor ? 'person.factorOn' : 'person.factorOff'),
            },
            {
              head: t('operators.change'),
              hidesHead: true,
              cell: ({ id, name }) => (
                <a className="btn btn-s" href={pathIn(language, `${PATH}/${id}`)}>
                  {t('operators.change')}
                  <span className="vh"> {name}</span>
                </a>
              ),
            },
          ]}
        />
      </div>
    </>
  )
}

function Role({
  operator: { role, requested },
}: {
  operator: Route.ComponentProps['loaderData']['operators'][number]
}) {
  const t = useText('operator')
  return (
    <>
      {t(`operators.roles.${role}`)}{' '}
      {requested && (
        <Tag kind="warn">
          {t('operators.requested', {
            role: requested.role ? t(`operators.roles.${requested.role}`) : t('operators.removal'),
          })}
        </Tag>
      )}
    </>
  )
}
