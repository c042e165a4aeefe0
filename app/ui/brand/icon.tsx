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
  | 'camera'
  | 'car'
  | 'card'
  | 'chart'
  | 'chat'
  | 'check'
  | 'child'
  | 'clock'
  | 'close'
  | 'code'
  | 'coins'
  | 'compare'
  | 'copy'
  | 'dislike'
  | 'down'
  | 'download'
  | 'edit'
  | 'eye'
  | 'file'
  | 'filter'
  | 'flag'
  | 'fuel'
  | 'gear'
  | 'globe'
  | 'heart'
  | 'help'
  | 'history'
  | 'image'
  | 'in'
  | 'info'
  | 'key'
  | 'like'
  | 'link'
  | 'logout'
  | 'menu'
  | 'moto'
  | 'next'
  | 'office'
  | 'out'
  | 'pause'
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
  | 'undo'
  | 'upload'
  | 'user'
  | 'wallet'
  | 'wifi'

/**
 * One of the site's pictograms, from a sprite that is fetched once and cached. It is decorative: the text beside
 * it, or the label of its button, says what it means. `flip` mirrors it in right-to-left pages.
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
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup; it saves an element for each icon of a page
  return <svg className={classes} aria-hidden="true" dangerouslySetInnerHTML={drawingOf(name)} />
}

const drawings = new Map<IconName, { __html: string }>()

/** The same object each time, so that React does not update it. */
function drawingOf(name: IconName): { __html: string } {
  const known = drawings.get(name)
  if (known) return known
  const drawing = { __html: `<use href="${sprite}#${name}"/>` }
  drawings.set(name, drawing)
  return drawing
}
