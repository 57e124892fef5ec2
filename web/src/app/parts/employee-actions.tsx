import { SlipsDrawer } from '../../features/commission/index.ts'
import { useCan } from '../../lib/permission.ts'
import { Button, LinkButton, urlFlag, useUrlState } from '../../ui/index.ts'

/** The slips of a month are open. */
const codecs = { slips: urlFlag }

/** What stands beside the report of people: the slips of a month, and the rules by which they are paid. */
export function EmployeeActions() {
  const can = useCan()
  const [url, setUrl] = useUrlState(codecs)
  return (
    <>
      {can('/field:commission') && (
        <Button size="sm" icon="receipt" onClick={() => setUrl({ slips: true }, { push: true })}>
          提成单
        </Button>
      )}
      {can('/employeeReport:rules') && (
        <LinkButton size="sm" icon="gear" to="/employeeReport/rules">
          提成规则
        </LinkButton>
      )}
      {url.slips && can('/field:commission') && <SlipsDrawer onClose={() => setUrl({ slips: false })} />}
    </>
  )
}
