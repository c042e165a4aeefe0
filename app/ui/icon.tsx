import sprite from './icons.svg?url&no-inline'

/** The symbols of `icons.svg`. */
export type IconName =
  | 'alert'
  | 'arrow'
  | 'attach'
  | 'badge'
  | 'bag'
  | 'bell'
  | 'calendar'
  | 'car'
  | 'card'
  | 'chat'
  | 'check'
  | 'child'
  | 'clock'
  | 'close'
  | 'compare'
  | 'dislike'
  | 'down'
  | 'download'
  | 'edit'
  | 'file'
  | 'filter'
  | 'flag'
  | 'fuel'
  | 'gear'
  | 'globe'
  | 'help'
  | 'image'
  | 'info'
  | 'like'
  | 'logout'
  | 'menu'
  | 'moto'
  | 'next'
  | 'office'
  | 'percent'
  | 'phone'
  | 'pin'
  | 'plus'
  | 'print'
  | 'receipt'
  | 'search'
  | 'seat'
  | 'send'
  | 'shield'
  | 'smile'
  | 'sort'
  | 'star'
  | 'ticket'
  | 'trips'
  | 'upload'
  | 'user'
  | 'wallet'
  | 'wifi'

/**
 * One of the site's pictograms, drawn from a sprite that is fetched once and kept. It is decoration: the words beside
 * it, or the label of its button, say what it means. `flip` mirrors it in right-to-left pages.
 */
export function Icon({
  name,
  size,
  flip,
  className,
}: {
  name: IconName
  size?: 's' | 'l'
  flip?: boolean
  className?: string
}) {
  const classes = ['i', size && `i-${size}`, flip && 'flip', className].filter(Boolean).join(' ')
  return (
    <svg className={classes} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
