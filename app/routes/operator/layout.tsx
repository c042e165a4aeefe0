import { Outlet } from 'react-router'
import { type DeskEntry, DeskShell } from '#app/features/desk/shell.tsx'
import { useText } from '#app/i18n/text.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/layout'

/** The operators' desk is for them alone (§6), and works without any script. */
export const handle: PageHandle = {
  areas: ['operator', 'shell'],
  ownFrame: true,
  bodyClass: 'desk desk-op',
  private: true,
  noIndex: true,
  noJs: true,
}

/** Guards the whole desk: everybody but operators finds nothing here. */
export async function loader({ context }: Route.LoaderArgs) {
  const { waiting } = await apiOf(context).operator.overview({ days: 7 })
  return { waiting }
}

export default function OperatorLayout({ loaderData: { waiting } }: Route.ComponentProps) {
  const t = useText('operator')
  const entry = (path: string, icon: DeskEntry['icon'], label: string, rest: Partial<DeskEntry> = {}): DeskEntry => ({
    path: `/operator${path}`,
    icon,
    label,
    ...rest,
  })
  const groups = [
    {
      entries: [
        entry('', 'chart', t('nav.overview')),
        entry('/inbox', 'chat', t('nav.inbox'), { count: waiting.tickets + waiting.chats }),
      ],
    },
    {
      title: t('nav.waiting'),
      entries: [
        entry('/moderation', 'eye', t('nav.moderation'), { count: waiting.comments }),
        entry('/corrections', 'undo', t('nav.corrections'), { count: waiting.corrections }),
        entry('/partners', 'user', t('nav.partners'), { count: waiting.partners }),
      ],
    },
    {
      title: t('nav.marketplace'),
      entries: [
        entry('/companies', 'office', t('nav.companies')),
        entry('/find', 'search', t('nav.find')),
        entry('/codes', 'percent', t('nav.codes')),
        entry('/templates', 'edit', t('nav.templates')),
        entry('/texts', 'file', t('nav.texts')),
        entry('/cities', 'pin', t('nav.cities')),
        entry('/contacts', 'phone', t('nav.contacts')),
        entry('/payouts', 'wallet', t('nav.payouts')),
        entry('/settings', 'gear', t('nav.settings')),
        entry('/audit', 'history', t('nav.audit')),
      ],
    },
  ]
  return (
    <DeskShell
      name={t('title')}
      home="/operator"
      groups={groups}
      tabs={['/operator', '/operator/inbox', '/operator/find', '/operator/moderation']}
      find={{ path: '/operator/find', label: t('find.label') }}
    >
      <Outlet />
    </DeskShell>
  )
}
