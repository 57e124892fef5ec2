import { useState } from 'react'
import { SlipsDrawer } from '../../features/commission/index.ts'
import { useCan } from '../../lib/permission.ts'
import { Button, LinkButton } from '../../ui/index.ts'

/** What stands beside the report of people: the slips of a month, and the rules by which they are paid. */
export function EmployeeActions() {
  const can = useCan()
  const [open, setOpen] = useState(false)
  return (
    <>
      {can('/field:commission') && (
        <Button size="sm" icon="receipt" onClick={() => setOpen(true)}>
          提成单
        </Button>
      )}
      {can('/employeeReport:rules') && (
        <LinkButton size="sm" icon="gear" to="/employeeReport/rules">
          提成规则
        </LinkButton>
      )}
      {open && <SlipsDrawer onClose={() => setOpen(false)} />}
    </>
  )
}
