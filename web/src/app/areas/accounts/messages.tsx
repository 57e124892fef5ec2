import { useUserInfo } from '../../../features/identity/index.ts'
import { MessageCentre } from '../../../features/messaging/index.ts'

/** /messages: the message centre. */
export default function MessagesPage() {
  return <MessageCentre employeeId={useUserInfo().data?.employeeId ?? null} />
}
