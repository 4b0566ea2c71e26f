{{- define "zonegraph.name" -}}
{{- if contains "zonegraph" .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-zonegraph" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "zonegraph.selector" -}}
app.kubernetes.io/name: zonegraph
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- define "zonegraph.labels" -}}
{{ include "zonegraph.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "zonegraph.image" -}}
{{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
{{- end -}}

{{/* What a server and the migration are told. */}}
{{- define "zonegraph.env" -}}
{{- range $name := list "PUBLIC_URL" "TRUSTED_PROXIES" "MAIL_FROM" "BUSINESS_REGISTRY_ALLOWED_IPS" }}
{{- $_ := required (printf "config.%s is required" $name) (get $.Values.config $name) }}
{{- end }}
{{- range $name, $value := .Values.config }}
{{- if has $name (list "HOST" "PORT" "HEALTH_PORT" "METRICS_PORT" "SHUTDOWN_DELAY") }}
{{- fail (printf "%s is set by the chart" $name) }}
{{- end }}
{{- if hasKey $.Values.secrets.keys $name }}
{{- fail (printf "%s is a secret: secrets.keys names where it is, and config may not" $name) }}
{{- end }}
- name: {{ $name }}
  {{- /* A large number would be written as 1e+06. */}}
  {{- if and (kindIs "float64" $value) (eq (toString $value) (toString (float64 (floor $value)))) }}
  value: {{ $value | int64 | toString | quote }}
  {{- else }}
  value: {{ $value | toString | quote }}
  {{- end }}
{{- end }}
- name: HOST
  value: 0.0.0.0
- name: PORT
  value: "4000"
- name: HEALTH_PORT
  value: "9465"
- name: METRICS_PORT
  value: "9464"
- name: SHUTDOWN_DELAY
  value: {{ .Values.shutdownDelay | toString | quote }}
{{- range $name, $key := .Values.secrets.keys }}
- name: {{ $name }}_FILE
  value: /run/secrets/zonegraph/{{ $key }}
{{- end }}
{{- end -}}

{{- define "zonegraph.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "zonegraph.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{- define "zonegraph.mounts" -}}
- { name: secrets, mountPath: /run/secrets/zonegraph, readOnly: true }
- { name: tmp, mountPath: /tmp }
{{- if .Values.existingConfigMap }}
- { name: files, mountPath: /etc/zonegraph, readOnly: true }
{{- end }}
{{- end -}}

{{- define "zonegraph.volumes" -}}
- name: secrets
  secret:
    secretName: {{ .Values.secrets.existingSecret }}
    # 0440
    defaultMode: 288
    items:
      {{- range $key := .Values.secrets.keys | values | sortAlpha }}
      - { key: {{ $key }}, path: {{ $key }} }
      {{- end }}
- name: tmp
  emptyDir: { sizeLimit: 256Mi }
{{- with .Values.existingConfigMap }}
- name: files
  configMap: { name: {{ . }} }
{{- end }}
{{- end -}}
