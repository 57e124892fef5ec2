const RELOADED = 'dentin.reloaded-at'
/** The product was updated while this tab was open and the files it wants are gone: the new version is loaded, once. */
export function reloadForNewVersion(error: unknown): void {
  if (
    !(error instanceof TypeError) ||
    !/dynamically imported module|module script failed|Importing a module/.test(error.message)
  )
    return
  if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < 30_000) return
  sessionStorage.setItem(RELOADED, String(Date.now()))
  window.location.reload()
}
