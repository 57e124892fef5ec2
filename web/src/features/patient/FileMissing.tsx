import { platformErrors } from '@dentin/contract/core/errors'
import { EmptyState, LinkButton, type EmptyStateProps } from '../../ui/index.ts'
import { usePatientInformation } from './hooks.ts'

/** In place of a page that needs a patient and has none: why, and the way to the list. */
export function NoPatient({ icon = 'user', title, hint }: Pick<EmptyStateProps, 'icon' | 'title' | 'hint'>) {
  return (
    <EmptyState
      layout="stack"
      icon={icon}
      title={title}
      hint={hint}
      action={
        <LinkButton to="/allTimePatients" variant="primary">
          患者列表
        </LinkButton>
      }
    />
  )
}

/** Whether the server says that there is no such file for this person: nothing of it can be read, and asking again helps nobody. */
export function useFileMissing(id: string): boolean {
  const { data, error } = usePatientInformation(id)
  return !data && error !== null && error.is(platformErrors.NOT_FOUND)
}

/** In place of the page of a file that is not there. */
export const FileMissing = () => <NoPatient title="没有找到这份档案" hint="可能已被删除，或不在您的数据范围内" />
