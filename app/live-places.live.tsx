import { TimeZonePlace } from '#app/features/account/time-zone-place.tsx'
import { ChatPlace } from '#app/features/chat/live/chat-place.live.tsx'
import { TripKeeper } from '#app/features/offline/trip-keeper.tsx'
import { PushPlace } from '#app/features/push/push-place.tsx'
import { ContactPlace } from './routes/contact/contact-place.live.tsx'
import { LoginPlace } from './routes/login/login-place.live.tsx'

/** Who is signed in, if anybody is. */
export interface LiveViewer {
  viewer: { unread: number; formToken: string } | undefined
}

/** What waits beside every page for something to do: a dialog that is asked for, a trip to keep, a message. */
export default function LivePlaces({ viewer }: LiveViewer) {
  const isSignedIn = viewer !== undefined
  return (
    <>
      <LoginPlace />
      <TripKeeper isSignedIn={isSignedIn} />
      <PushPlace isSignedIn={isSignedIn} />
      <ChatPlace viewer={viewer} />
      <TimeZonePlace signIn={viewer?.formToken} />
      <ContactPlace />
    </>
  )
}
