import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { loadTokenTaker } from '../features/identity/index.ts'
import { install } from '../lib/install.ts'
import { offline } from '../lib/offline.ts'
import { queryClient, readAgainWhenBack } from '../lib/query.ts'
import { listenForToken } from '../lib/token-message.ts'
import { worker } from '../lib/worker.ts'
import { makeRouter } from './router.tsx'
import '../ui/theme/styles.ts'

offline.start()
readAgainWhenBack()
install.listen()
worker.start()
listenForToken((message, sender) => {
  void loadTokenTaker().then(({ takeToken }) => takeToken(message, sender))
})
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={makeRouter()} />
    </QueryClientProvider>
  </StrictMode>,
)
