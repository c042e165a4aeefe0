import { Outlet } from 'react-router'
import { type DeskEntry, DeskShell } from '#app/features/desk/shell.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { doesWork, type OperatorWork } from '#app/rules/access/operator-role.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/layout'
import { operatorFrame } from './frame.server.ts'

/** The operators' desk is for operators only (§6), and works without any script. */
export const handle: PageHandle = {
  description: 'operator/description',
  areas: ['operator', 'shell'],
  ownFrame: true,
  bodyClass: 'desk desk-op',
  private: true,
  noIndex: true,
  noJs: true,
}

/** Guards the whole desk: for everybody but operators its pages do not exist. */
export const loader = ({ context }: Route.LoaderArgs) => operatorFrame(context)

export default function OperatorLayout({ loaderData: { waiting, role } }: Route.ComponentProps) {
  const t = useText('operator')
  const entry = (path: string, icon: DeskEntry['icon'], label: string, rest: Partial<DeskEntry> = {}): DeskEntry => ({
    path: `/operator${path}`,
    icon,
    label,
    ...rest,
  })
  /** Menu entries for operators who do one of these kinds of work; `true` for all operators. */
  const when = (is: boolean, ...made: DeskEntry[]) => (is ? made : [])
  const does = (...parts: OperatorWork[]) => doesWork(role, parts)
  const groups = [
    {
      entries: [
        entry('', 'chart', t('nav.overview')),
        ...when(does('SUPPORT'), entry('/inbox', 'chat', t('nav.inbox'), { count: waiting.tickets + waiting.chats })),
      ],
    },
    {
      title: t('nav.waiting'),
      entries: [
        ...when(
          does('CONTENT', 'SUPPORT'),
          entry('/moderation', 'eye', t('nav.moderation'), { count: waiting.comments + waiting.listings }),
        ),
        ...when(
          does('MONEY', 'SUPPORT'),
          entry('/disputes', 'compare', t('nav.disputes'), { count: waiting.disputes }),
        ),
        entry('/approvals', 'check', t('nav.approvals'), { count: waiting.approvals }),
        ...when(does('SUPPORT'), entry('/partners', 'user', t('nav.partners'), { count: waiting.partners })),
      ],
    },
    {
      title: t('nav.marketplace'),
      entries: [
        ...when(
          does('MONEY', 'SUPPORT'),
          entry('/find', 'search', t('nav.find')),
          entry('/reservations', 'ticket', t('kind.reservation')),
          entry('/people', 'user', t('kind.person')),
          entry('/payments', 'card', t('kind.payment')),
          entry('/companies', 'office', t('nav.companies')),
        ),
        ...when(does('MONEY'), entry('/codes', 'percent', t('nav.codes'))),
        ...when(
          does('CONTENT'),
          entry('/templates', 'edit', t('nav.templates')),
          entry('/texts', 'file', t('nav.texts')),
          entry('/news', 'bell', t('nav.news')),
          entry('/featured', 'flag', t('nav.featured')),
          entry('/cities', 'pin', t('nav.cities')),
          entry('/contacts', 'phone', t('nav.contacts')),
        ),
        ...when(
          does('MONEY'),
          entry('/payouts', 'wallet', t('nav.payouts')),
          entry('/tax', 'percent', t('nav.tax')),
          entry('/settings', 'gear', t('nav.settings')),
        ),
        ...when(does(), entry('/operators', 'user', t('nav.operators')), entry('/audit', 'history', t('nav.audit'))),
      ],
    },
  ]
  return (
    <DeskShell
      name={t('title')}
      home="/operator"
      groups={groups}
      tabs={['/operator', '/operator/inbox', '/operator/find', '/operator/moderation']}
      {...(does('MONEY', 'SUPPORT') && { find: { path: '/operator/find', label: t('find.label') } })}
      note={role === 'ALL' ? undefined : t('nav.yourRole', { role: t(`operators.roles.${role}`) })}
    >
      <Outlet />
    </DeskShell>
  )
}
