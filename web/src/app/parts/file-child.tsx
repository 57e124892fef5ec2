import { Navigate, useSearchParams } from 'react-router'
import { fileChildTarget, type FileChild } from './patient-links.ts'

/** A tab of the patient's file at the address that the specification gives it. */
export function FileChildPage({ child }: { child: FileChild }) {
  const [query] = useSearchParams()
  return <Navigate replace to={fileChildTarget(child, query)} />
}
