import { useUserInfo } from '../../../features/identity/hooks.ts'
import { MessageCentre } from '../../../features/messaging/MessageCentre.tsx'

/** /messages: the message centre. */
export default function MessagesPage() {
  return <MessageCentre employeeId={useUserInfo().data?.employeeId ?? null} />
}
