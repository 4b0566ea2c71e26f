// Renders a chart as `helm template` does, with what Helm itself is made of: Go's text/template and sprig, both from Debian.
// Helm's own commands are not packaged there. Usage: go run render.go <chart> <release> <namespace> < values.json
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type object = map[string]interface{}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// As Helm reads YAML: by way of JSON, so that every number is a float64.
func fromYaml(text []byte) (object, error) {
	var read interface{}
	if err := yaml.Unmarshal(text, &read); err != nil {
		return nil, err
	}
	asJson, err := json.Marshal(read)
	if err != nil {
		return nil, err
	}
	var values object
	err = json.Unmarshal(asJson, &values)
	return values, err
}

func toYaml(value interface{}) (string, error) {
	asJson, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	var read interface{}
	if err := yaml.Unmarshal(asJson, &read); err != nil {
		return "", err
	}
	var written bytes.Buffer
	encoder := yaml.NewEncoder(&written)
	encoder.SetIndent(2)
	err = encoder.Encode(read)
	return strings.TrimSuffix(written.String(), "\n"), err
}

// What is given wins; null takes a value away, and an object is merged.
func merge(base, given object) object {
	for name, value := range given {
		one, isObject := value.(object)
		other, wasObject := base[name].(object)
		switch {
		case value == nil:
			delete(base, name)
		case isObject && wasObject:
			base[name] = merge(other, one)
		default:
			base[name] = value
		}
	}
	return base
}

func main() {
	chart, release, namespace := os.Args[1], os.Args[2], os.Args[3]
	read := func(name string) object {
		text, err := os.ReadFile(filepath.Join(chart, name))
		must(err)
		values, err := fromYaml(text)
		must(err)
		return values
	}
	given, err := io.ReadAll(os.Stdin)
	must(err)
	var overrides object
	must(json.Unmarshal(given, &overrides))
	about := read("Chart.yaml")
	// Helm's own name for each field begins with a capital letter.
	named := object{}
	for name, value := range about {
		named[strings.ToUpper(name[:1])+name[1:]] = value
	}
	context := object{
		"Values":       merge(read("values.yaml"), overrides),
		"Chart":        named,
		"Release":      object{"Name": release, "Namespace": namespace, "Service": "Helm", "IsInstall": true, "IsUpgrade": false, "Revision": 1},
		"Capabilities": object{"KubeVersion": object{"Version": "v1.33.0", "Major": "1", "Minor": "33"}},
	}

	all := template.New(chart).Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["toYaml"] = toYaml
	functions["include"] = func(name string, data interface{}) (string, error) {
		var written strings.Builder
		err := all.ExecuteTemplate(&written, name, data)
		return written.String(), err
	}
	functions["required"] = func(why string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return value, errors.New(why)
		}
		return value, nil
	}
	functions["fail"] = func(why string) (string, error) { return "", errors.New(why) }
	all.Funcs(functions)

	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	must(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(err)
		_, err = all.New(filepath.Base(file)).Parse(string(text))
		must(err)
	}
	rendered := map[string]string{}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var written strings.Builder
		must(all.ExecuteTemplate(&written, name, context))
		// Helm does the same: a missing value is nothing.
		rendered[name] = strings.ReplaceAll(written.String(), "<no value>", "")
	}
	must(json.NewEncoder(os.Stdout).Encode(rendered))
}
