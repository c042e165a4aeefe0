import { useText } from '#app/i18n/text/text.tsx'
import { ShownOnce } from './shown-once.tsx'

/** A key as it is shown once; `path` is the list of keys, without language. */
export function ShownKey({ made, path }: { made: { name: string; key: string }; path: string }) {
  const t = useText('developers')
  return (
    <ShownOnce
      title={t('made.title', { name: made.name })}
      once={t('made.once')}
      label={t('made.key')}
      hint={t('made.use')}
      secret={made.key}
      back={{ path, label: t('made.back') }}
    />
  )
}
