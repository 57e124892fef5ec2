import { QueueScreen } from '../../../features/visit/index.ts'

/** /queueScreen#key: who is called and who waits, on the television of a waiting room. */
export default function QueueScreenPage() {
  return <QueueScreen />
}
