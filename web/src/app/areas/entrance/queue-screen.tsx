import { QueueScreen } from '../../../features/visit/QueueScreen.tsx'

/** /queueScreen#key: who is called and who waits, on the television of a waiting room. */
export default function QueueScreenPage() {
  return <QueueScreen />
}
