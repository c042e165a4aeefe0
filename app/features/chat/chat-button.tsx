import { Icon } from '#app/ui/brand/icon.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

/** Opens the room in which a company and its customer talk about a reservation. */
export function ChatButton({ reservation, label, about }: { reservation: string; label: string; about?: string }) {
  return (
    <PostForm action="/profile/chat/about">
      <input type="hidden" name="reservation" value={reservation} />
      <SubmitButton className="btn">
        <Icon name="chat" />
        {label}
        {about && <span className="vh"> {about}</span>}
      </SubmitButton>
    </PostForm>
  )
}
