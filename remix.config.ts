import type { VitePluginConfig } from "@remix-run/dev";

export default {
  appDirectory: "app",
  serverModuleFormat: "esm",
  ssr: true,
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
} satisfies VitePluginConfig;
