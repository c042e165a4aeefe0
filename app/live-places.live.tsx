import { TimeZonePlace } from '#app/features/account/time-zone-place.tsx'
import { ChatPlace } from '#app/features/chat/live/chat-place.live.tsx'
import { TripKeeper } from '#app/features/offline/trip-keeper.tsx'
import { PushPlace } from '#app/features/push/push-place.tsx'
import { ContactPlace } from './routes/contact/contact-place.live.tsx'
import { LoginPlace } from './routes/login/login-place.live.tsx'

/** The signed-in person, if any. */
export interface LiveViewer {
  viewer: { unread: number; formToken: string } | undefined
}

/** The parts of every page that wait for a reason to appear: a requested dialog, a trip to store, a message. */
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
