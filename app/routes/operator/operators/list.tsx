import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta, deskText } from '../operator-page.server.ts'
import type { Route } from './+types/list'

const PATH = '/operator/operators'

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context }: Route.LoaderArgs) {
  const { results } = await apiOf(context).operator.operators()
  return { operators: results, meta: deskMeta(context, deskText(context)('nav.operators')) }
}

export default function Operators({ loaderData: { operators } }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const head = [
    ...(['name', 'role', 'phone', 'factor'] as const).map((name) => t(`operators.${name}`)),
    <span key="change" className="vh">
      {t('operators.change')}
    </span>,
  ]
  return (
    <>
      <DeskHead title={t('nav.operators')} text={t('operators.text')}>
        <a className="btn btn-go" href={pathIn(language, `${PATH}/new`)}>
          <Icon name="plus" />
          {t('operators.appoint')}
        </a>
      </DeskHead>
      <div className="card">
        <RowTable label={t('nav.operators')} head={head}>
          {operators.map((operator) => (
            <OperatorRow key={operator.id} operator={operator} />
          ))}
        </RowTable>
      </div>
    </>
  )
}

function OperatorRow({ operator }: { operator: Route.ComponentProps['loaderData']['operators'][number] }) {
  const t = useText('operator')
  const { language } = useLanguage()
  const { id, name, phone, role, has_second_factor, is_me, requested } = operator
  return (
    <Row>
      <Cell whole>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        {is_me && <Tag kind="info">{t('operators.you')}</Tag>}
      </Cell>
      <Cell>
        {t(`operators.roles.${role}`)}{' '}
        {requested && (
          <Tag kind="warn">
            {t('operators.requested', {
              role: requested.role ? t(`operators.roles.${requested.role}`) : t('operators.removal'),
            })}
          </Tag>
        )}
      </Cell>
      <Cell second label={t('operators.phone')}>
        {phoneIn(language, phone)}
      </Cell>
      <Cell far label={t('operators.factor')}>
        {t(has_second_factor ? 'person.factorOn' : 'person.factorOff')}
      </Cell>
      <Cell>
        <a className="btn btn-s" href={pathIn(language, `${PATH}/${id}`)}>
          {t('operators.change')}
          <span className="vh"> {name}</span>
        </a>
      </Cell>
    </Row>
  )
}
