import { MyExports } from '../../../features/export-task/index.ts'
import { useUserInfo } from '../../../features/identity/index.ts'

/** /myExports: what is exported in the background. */
export default function MyExportsPage() {
  return <MyExports employeeId={useUserInfo().data?.employeeId ?? null} />
}
