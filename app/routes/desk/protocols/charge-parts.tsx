import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'

/** The picture that a charge has already, and the choice to send it without one. */
export function KeptPicture({ form, reservation, photo }: { form: ReplyForm; reservation: string; photo: string }) {
  const t = useText('protocol')
  return (
    <div className="stack stack-1">
      <p>
        <a href={`/protocol-photos/${reservation}/${photo}`}>{t('hand.picture')}</a>
      </p>
      <Checkbox id="without-picture" name="without_picture" checked={form.isChosen('without_picture')}>
        {t('hand.without')}
      </Checkbox>
    </div>
  )
}

/** Sends a charge, saves it for later, or leads back to its reservation. */
export function ChargeButtons({ id }: { id: string }) {
  const t = useText('protocol')
  const desk = useText('desk')
  const { language } = useLanguage()
  return (
    <div className="row">
      <SubmitButton name="intent" value="send">
        {t('hand.submit')}
      </SubmitButton>
      <SubmitButton name="intent" value="save" className="btn">
        {t('hand.save')}
      </SubmitButton>
      <a className="btn btn-bare" href={pathIn(language, `/desk/reservations/${id}`)}>
        {desk('act.back')}
      </a>
    </div>
  )
}
